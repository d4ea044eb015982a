import { Type, type Static } from "typebox";
import { EventId, WebhookDeliveryId } from "./ids.ts";
import { closed, nullable, oneOf, UnixSeconds } from "./schema.ts";

/**
 * `failed`: given up, 72 hours after it began. `canceled`: its endpoint was disabled or deleted while
 * it was pending.
 */
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "canceled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What the last try came to. One of `http_status` and `error` is null. */
export const DeliveryAttempt = Type.Object(
  {
    at: UnixSeconds,
    http_status: nullable(Type.Integer({ minimum: 100, maximum: 999 })),
    error: nullable(Type.String({ maxLength: 64, description: "Why there was no answer" })),
    duration_ms: Type.Integer({ minimum: 0 }),
    response_prefix: nullable(
      Type.String({ maxLength: 256, description: "How the answer's body began, its printable part" }),
    ),
  },
  closed,
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** One event on its way to one endpoint. */
export const WebhookDelivery = Type.Object(
  {
    id: WebhookDeliveryId,
    event_id: EventId,
    event_type: Type.String(),
    status: oneOf(DELIVERY_STATUSES),
    attempts: Type.Integer({ minimum: 0 }),
    next_attempt_at: nullable(UnixSeconds),
    last_attempt: Type.Union([DeliveryAttempt, Type.Null()]),
    created_at: UnixSeconds,
  },
  closed,
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** A page of an endpoint's deliveries, newest first. */
export const WebhookDeliveryList = Type.Object(
  {
    data: Type.Array(WebhookDelivery),
    has_more: Type.Boolean({ description: "Whether there are more in the direction that was asked for" }),
  },
  closed,
);
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;
