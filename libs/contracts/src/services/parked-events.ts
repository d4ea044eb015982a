import { Type, type Static } from "typebox";
import { EventId, ExceptionId, MerchantId } from "../ids.ts";
import { DatabaseMillis, nullable } from "../schema.ts";
import { Actor } from "../scope.ts";

export const PARKED_LIST_MAX = 1_000;

/** An event that the notifier refused for good (docs/design/architecture.md#parked). */
export const ParkedEvent = Type.Object({
  event_id: EventId,
  event_type: Type.String(),
  object_id: Type.String(),
  version: Type.Integer({ minimum: 0 }),
  merchant_id: nullable(MerchantId),
  livemode: nullable(Type.Boolean()),
  created_at_ms: DatabaseMillis,
  parked_at_ms: DatabaseMillis,
  refusals: Type.Integer({ minimum: 1 }),
  /** What the notifier, or its database, said. */
  reason: Type.String(),
  /** Later events of the object, which wait for it. */
  waiting: Type.Integer({ minimum: 0 }),
  /** Its open exception; null where an operator ended that one while the event was being parked. */
  anomaly_id: nullable(ExceptionId),
});
export type ParkedEvent = Static<typeof ParkedEvent>;

export const parkedEventActions = {
  /** The parked events of an owner, those parked longest ago first. */
  listParked: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: PARKED_LIST_MAX }) }),
    result: Type.Object({ parked: Type.Array(ParkedEvent), has_more: Type.Boolean() }),
  },
  /** A parked event with what is stored of it, as its JSON text. Errors: object_not_found. */
  showParked: {
    params: Type.Object({ event_id: EventId }),
    result: Type.Object({ ...ParkedEvent.properties, payload: Type.String() }),
  },
  /**
   * Gives all that is parked of the event's object another ten tries, in order, and ends its open exception with the
   * operator's words, audited. Nothing of an event is changed. Errors: object_not_found.
   */
  releaseParked: {
    params: Type.Object({
      event_id: EventId,
      actor: Actor,
      note: Type.String({ minLength: 1, maxLength: 2000 }),
    }),
    result: Type.Object({
      event_id: EventId,
      object_id: Type.String(),
      released: Type.Integer({ minimum: 1 }),
    }),
  },
} as const;
