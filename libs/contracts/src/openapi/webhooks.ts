import type { EventType } from "../event-list.ts";
import { EVENT_VARIANTS } from "./event-variants.ts";
import { eventExampleName } from "./examples/events.ts";
import { PYTHON_OBJECT, WEBHOOK_HEADERS } from "./headers.ts";
import { componentRef, type JsonObject } from "./json.ts";
import { WEBHOOKS_TAG } from "./tags.ts";

const PARAMETERS = Object.keys(WEBHOOK_HEADERS).map((name) => componentRef("parameters", name));

const RESPONSES: JsonObject = {
  "2XX": { description: "Received; it is not sent again" },
  410: { description: "The endpoint is gone: it is disabled" },
  429: { description: "Sent again, not before `Retry-After`; 503 likewise" },
  default: { description: "Sent again later, for 72 hours" },
};

/** `payment.requires_action` is `onPaymentRequiresAction`. */
const operationIdOf = (type: EventType): string =>
  `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

const IN_WORDS: Readonly<Record<string, string>> = {
  requires_action: "requires an action of the payer",
  pending: "is to be sent",
  processing: "is under way",
  succeeded: "has succeeded",
  failed: "has failed",
  expired: "has expired",
};

function webhook(type: EventType, schema: string): JsonObject {
  const [kind = "", status = ""] = type.split(".");
  return {
    post: {
      operationId: operationIdOf(type),
      tags: [WEBHOOKS_TAG],
      summary: `A ${kind} ${IN_WORDS[status] ?? status}`,
      description:
        `The platform sends \`${type}\` to every enabled endpoint of the mode that wants it. Delivered at least once and in no ` +
        "promised order. Answer within 10 seconds; redirects are not followed and the body is not read.",
      security: [],
      parameters: PARAMETERS,
      requestBody: {
        required: true,
        description: "The event",
        ...PYTHON_OBJECT,
        content: {
          "application/json": {
            schema: componentRef("schemas", schema),
            examples: { [eventExampleName(type)]: componentRef("examples", eventExampleName(type)) },
          },
        },
      },
      responses: RESPONSES,
    },
  };
}

/** What the platform sends to an endpoint: an operation for each type of event. */
export const WEBHOOKS: JsonObject = Object.fromEntries(
  EVENT_VARIANTS.flatMap(({ name, types }) => types.map((type) => [type, webhook(type, name)] as const)),
);
