import { Type, type Static } from "typebox";
import { EventId, WebhookDeliveryId } from "./ids.ts";
import { named } from "./schema-name.ts";
import { closed, moment, nullable, oneOf, page } from "./schema.ts";

/**
 * `failed`: given up, 72 hours after it began. `canceled`: its endpoint was disabled or deleted while
 * it was pending.
 */
export const DELIVERY_STATUSES = ["pending", "succeeded", "failed", "canceled"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Who asked for an event to be sent again: with a key of its merchant, in the workbench, or an operator. */
export const RESEND_SOURCES = ["api", "workbench", "operator"] as const;
export type ResendSource = (typeof RESEND_SOURCES)[number];

/** The schedule makes 13 tries in 72 hours; resends can add more, and then the oldest results are dropped. */
export const EARLIER_ATTEMPTS_MAX = 15;

/** What a try came to. One of `http_status` and `error` is null. */
export const DeliveryAttempt = Type.Object(
  {
    at: moment("When it was made"),
    http_status: nullable(
      Type.Integer({
        minimum: 100,
        maximum: 999,
        description: "What your endpoint answered; null without an answer",
      }),
    ),
    error: nullable(Type.String({ maxLength: 64, description: "Why there was no answer" })),
    duration_ms: Type.Integer({ minimum: 0, description: "How long it took, in milliseconds" }),
    response_prefix: nullable(
      Type.String({ maxLength: 256, description: "How the answer's body began, its printable part" }),
    ),
    resent_by: nullable(
      oneOf(RESEND_SOURCES, {
        description:
          "Who asked for this try by sending the event again: `api` with a key of yours, `workbench`, or an `operator`; null for a try on schedule",
      }),
    ),
  },
  { ...closed, description: "What a try came to" },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;
named("WebhookDeliveryAttempt", DeliveryAttempt);

/** One event on its way to one endpoint. */
export const WebhookDelivery = Type.Object(
  {
    id: WebhookDeliveryId,
    event_id: EventId,
    event_type: Type.String({ description: "The event's type", examples: ["payment.succeeded"] }),
    status: oneOf(DELIVERY_STATUSES, {
      description:
        "`failed` was given up after 72 hours; `canceled` had its endpoint disabled or deleted while it was pending",
    }),
    attempts: Type.Integer({ minimum: 0, description: "Tries so far" }),
    next_attempt_at: nullable(moment("When it is tried again")),
    last_attempt: nullable(DeliveryAttempt),
    earlier_attempts: Type.Array(DeliveryAttempt, {
      maxItems: EARLIER_ATTEMPTS_MAX,
      description: `The tries before the last one, oldest first: the latest ${EARLIER_ATTEMPTS_MAX} of them`,
    }),
    event_accepted_at: nullable(
      moment(
        "When the endpoint accepted the event by another delivery, after a resend; null where it has not since this one was created, and of one that succeeded",
      ),
    ),
    created_at: moment("When it was created"),
  },
  { ...closed, description: "One event on its way to one endpoint" },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;
named("WebhookDelivery", WebhookDelivery);

/** A page of an endpoint's deliveries, newest first. */
export const WebhookDeliveryList = page(WebhookDelivery, "deliveries of an endpoint");
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;
named("WebhookDeliveryList", WebhookDeliveryList);
