import { Type, type Static } from "typebox";
import { EVENT_TYPES, type EventType } from "./event-list.ts";
import { WebhookDeliveryId, WebhookEndpointId } from "./ids.ts";
import { pageParameters } from "./list-query.ts";
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
    "HTTPS, without user info and fragment. Every address of its host has to be a public one; that is asked again " +
    "at each delivery",
});
const enabledEvents = Type.Unsafe<EventType[] | ["*"]>({
  type: "array",
  minItems: 1,
  anyOf: [{ items: { enum: [...EVENT_TYPES] } }, { maxItems: 1, items: { enum: ["*"] } }],
  description: 'Event types, or `["*"]` for every type, those to come included',
});
const description = nullable(Type.String({ maxLength: ENDPOINT_DESCRIPTION_LENGTH_MAX, format: "text" }));

/** POST /v1/webhook_endpoints. The order of the properties is the order in which faults are reported. */
export const WebhookEndpointRequest = Type.Object(
  { url, enabled_events: enabledEvents, description: Type.Optional(description) },
  closed,
);
export type WebhookEndpointRequest = Static<typeof WebhookEndpointRequest>;

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
  closed,
);
export type WebhookEndpointUpdate = Static<typeof WebhookEndpointUpdate>;

/** POST /v1/webhook_endpoints/{id}/roll_secret. */
export const RollSecretRequest = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: SECRET_OVERLAP_SECONDS_MAX,
        description: `How long deliveries carry the old secret's signature beside the new one's; ${SECRET_OVERLAP_SECONDS_DEFAULT} where absent`,
      }),
    ),
  },
  closed,
);
export type RollSecretRequest = Static<typeof RollSecretRequest>;

/** POST /v1/webhook_endpoints/{id}/end_overlap: of all old secrets, so there is nothing to choose. */
export const EndOverlapRequest = Type.Object({}, closed);
export type EndOverlapRequest = Static<typeof EndOverlapRequest>;

/** POST /v1/events/{id}/resend: it goes to every endpoint that wants it, so there is nothing to choose. */
export const ResendRequest = Type.Object({}, closed);
export type ResendRequest = Static<typeof ResendRequest>;

/** DELETE /v1/webhook_endpoints/{id}. */
export const DeletedWebhookEndpoint = Type.Object(
  { id: WebhookEndpointId, deleted: Type.Unsafe<true>({ type: "boolean", const: true }) },
  closed,
);
export type DeletedWebhookEndpoint = Static<typeof DeletedWebhookEndpoint>;

/** GET /v1/webhook_endpoints (docs/design/decisions.md#other-lists). */
export const WEBHOOK_ENDPOINT_LIST_QUERY = pageParameters(WebhookEndpointId);

/** GET /v1/webhook_endpoints/{id}/deliveries (docs/design/decisions.md#other-lists). */
export const WEBHOOK_DELIVERY_LIST_QUERY = pageParameters(WebhookDeliveryId);
