import { Type, type Static } from "typebox";
import { EVENT_TYPES, type EventType } from "./event-list.ts";
import { WebhookDeliveryId, WebhookEndpointId } from "./ids.ts";
import { pageParameters } from "./list-query.ts";
import { named } from "./schema-name.ts";
import { closed, nullable, oneOf } from "./schema.ts";
import {
  ENDPOINT_DESCRIPTION_LENGTH_MAX,
  ENDPOINT_STATUSES,
  SECRET_OVERLAP_SECONDS_MAX,
  WEBHOOK_URL_LENGTH_MAX,
} from "./webhook-endpoint.ts";

/** A day (docs/design/decisions.md#webhook-endpoints). */
export const SECRET_OVERLAP_SECONDS_DEFAULT = 86_400;

/**
 * Only the sender knows which addresses are refused: this is the shape alone
 * (docs/design/decisions.md#webhook-urls).
 */
const url = Type.String({
  maxLength: WEBHOOK_URL_LENGTH_MAX,
  format: "webhook-url",
  description:
    "An HTTPS URL without user info and fragment. Every address of its host has to be a public one; that is asked again " +
    "at each delivery. In Sandbox an operator can allow the machine's own addresses, by plain HTTP too, as `make " +
    "start` does",
  examples: ["https://shop.example/webhooks"],
});
const ALL_EVENTS = "*";
const enabledEvents = Type.Unsafe<EventType[] | ["*"]>({
  type: "array",
  minItems: 1,
  items: { type: "string", enum: [...EVENT_TYPES, ALL_EVENTS] },
  // Every type stands alone. No choice between two lists: generators make a class of one.
  if: { type: "array", items: {}, contains: { const: ALL_EVENTS } },
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's keyword
  then: { type: "array", items: {}, maxItems: 1 },
  description: 'Event types, or `["*"]` alone for every type, those to come included',
  examples: [["payment.succeeded", "payment.failed"]],
});
const description = nullable(
  Type.String({
    maxLength: ENDPOINT_DESCRIPTION_LENGTH_MAX,
    format: "text",
    description: `Your own note on it, of at most ${ENDPOINT_DESCRIPTION_LENGTH_MAX} characters`,
    examples: ["Shop"],
  }),
);

/** POST /v1/webhook_endpoints. The order of the properties is the order in which faults are reported. */
export const WebhookEndpointRequest = Type.Object(
  { url, enabled_events: enabledEvents, description: Type.Optional(description) },
  { ...closed, description: "A webhook endpoint to be created" },
);
export type WebhookEndpointRequest = Static<typeof WebhookEndpointRequest>;
named("WebhookEndpointCreate", WebhookEndpointRequest);

/** PATCH /v1/webhook_endpoints/{id}: what is left out stays. */
export const WebhookEndpointUpdate = Type.Object(
  {
    url: Type.Optional(url),
    enabled_events: Type.Optional(enabledEvents),
    description: Type.Optional(description),
    status: Type.Optional(
      oneOf(ENDPOINT_STATUSES, {
        description: "`disabled` cancels what is still to be delivered; `enabled` begins with the next event",
      }),
    ),
  },
  { ...closed, description: "What is to change of a webhook endpoint; what is left out stays" },
);
export type WebhookEndpointUpdate = Static<typeof WebhookEndpointUpdate>;
named("WebhookEndpointUpdate", WebhookEndpointUpdate);

/** POST /v1/webhook_endpoints/{id}/roll_secret. */
export const RollSecretRequest = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: SECRET_OVERLAP_SECONDS_MAX,
        description: `How long deliveries carry the old secret's signature beside the new one's; ${SECRET_OVERLAP_SECONDS_DEFAULT} where absent`,
        examples: [3600],
      }),
    ),
  },
  { ...closed, description: "How a secret is replaced" },
);
export type RollSecretRequest = Static<typeof RollSecretRequest>;
named("WebhookSecretRoll", RollSecretRequest);

/** POST /v1/webhook_endpoints/{id}/end_overlap: of all old secrets, so there is nothing to choose. */
export const EndOverlapRequest = Type.Object(
  {},
  { ...closed, description: "Nothing to choose of the old secrets: an empty object, or no body" },
);
export type EndOverlapRequest = Static<typeof EndOverlapRequest>;
named("WebhookSecretOverlapEnd", EndOverlapRequest);

/** POST /v1/events/{id}/resend: it goes to every endpoint that wants it, so there is nothing to choose. */
export const ResendRequest = Type.Object(
  {},
  { ...closed, description: "Nothing to choose: an empty object, or no body" },
);
export type ResendRequest = Static<typeof ResendRequest>;
named("EventResend", ResendRequest);

/** DELETE /v1/webhook_endpoints/{id}. */
export const DeletedWebhookEndpoint = Type.Object(
  {
    id: WebhookEndpointId,
    deleted: Type.Unsafe<true>({ type: "boolean", description: "That it is gone: always true" }),
  },
  { ...closed, description: "A webhook endpoint that is gone" },
);
export type DeletedWebhookEndpoint = Static<typeof DeletedWebhookEndpoint>;
named("WebhookEndpointDeleted", DeletedWebhookEndpoint);

/** GET /v1/webhook_endpoints (docs/design/decisions.md#other-lists). */
export const WEBHOOK_ENDPOINT_LIST_QUERY = pageParameters(WebhookEndpointId);

/** GET /v1/webhook_endpoints/{id}/deliveries (docs/design/decisions.md#other-lists). */
export const WEBHOOK_DELIVERY_LIST_QUERY = pageParameters(WebhookDeliveryId);
