import { Type, type Static } from "typebox";
import { MerchantId, WebhookEndpointId } from "../ids.ts";
import { PAGE_LIMIT_MAX } from "../list-query.ts";
import { nullable, UnixSeconds } from "../schema.ts";
import { WebhookEndpoint } from "../webhook-endpoint.ts";

/** More of one queue are not counted. */
export const QUEUE_COUNTED_MAX = 1_000;

/** An endpoint as operators see it, with the state of its queue. */
export const ObservedEndpoint = Type.Object({
  ...WebhookEndpoint.properties,
  merchant_id: MerchantId,
  /** The first failure since anything last succeeded, however short ago; null where nothing has failed since. */
  failing_from: nullable(UnixSeconds),
  /** Deliveries that wait for a try, counted up to `QUEUE_COUNTED_MAX`. */
  queue_length: Type.Integer({ minimum: 0, maximum: QUEUE_COUNTED_MAX }),
  /** When the first of them is due; in the past where they wait for the notifier. Null where none waits. */
  next_attempt_at: nullable(UnixSeconds),
});
export type ObservedEndpoint = Static<typeof ObservedEndpoint>;

/** A page of the endpoints of all merchants, the newest first. For operators. */
export const listEveryEndpointAction = {
  params: Type.Object({
    /** Null for both modes. */
    livemode: nullable(Type.Boolean()),
    /** Only those that have failed since their last success. */
    failing_only: Type.Boolean(),
    limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
    /** The page goes on behind this endpoint, which may be gone. */
    starting_after: nullable(WebhookEndpointId),
  }),
  result: Type.Object({ data: Type.Array(ObservedEndpoint), has_more: Type.Boolean() }),
} as const;
