import { Type, type Static } from "typebox";
import { PAYMENT_EVENT_TYPES, PAYOUT_EVENT_TYPES, REFUND_EVENT_TYPES } from "./events.ts";
import { EventId } from "./ids.ts";
import { PAGE_LIMIT_MAX, pageParameters } from "./list-query.ts";
import { Payment } from "./payment.ts";
import { Payout } from "./payout.ts";
import { Refund } from "./refund.ts";
import { closed, nullable, oneOf, UnixSeconds } from "./schema.ts";
import { Scope } from "./scope.ts";

type TypesOf<Table extends Readonly<Record<string, string | null>>> = NonNullable<Table[keyof Table]>;

export type EventType =
  | TypesOf<typeof PAYMENT_EVENT_TYPES>
  | TypesOf<typeof REFUND_EVENT_TYPES>
  | TypesOf<typeof PAYOUT_EVENT_TYPES>;

/** Every type there is (decisions §9); what an endpoint may ask for. */
export const EVENT_TYPES: readonly EventType[] = [
  ...Object.values(PAYMENT_EVENT_TYPES),
  ...Object.values(REFUND_EVENT_TYPES),
  ...Object.values(PAYOUT_EVENT_TYPES),
].filter((type) => type !== null);

export const isEventType = (text: string): text is EventType =>
  EVENT_TYPES.some((type): boolean => type === text);

/** An event as merchants read and receive it; `data` holds exactly one object (decisions §9). */
export const PublicEvent = Type.Object(
  {
    id: EventId,
    type: oneOf(EVENT_TYPES),
    created_at: UnixSeconds,
    livemode: Type.Boolean(),
    data: Type.Object(
      {
        payment: Type.Optional(Payment),
        refund: Type.Optional(Refund),
        payout: Type.Optional(Payout),
      },
      closed,
    ),
  },
  closed,
);
export type PublicEvent = Static<typeof PublicEvent>;

/** GET /v1/events (decisions §§4, 9). */
export const EVENT_LIST_QUERY = pageParameters(EventId);

/** A page of the events of a merchant's mode, newest first. */
export const EventList = Type.Object(
  {
    data: Type.Array(PublicEvent),
    has_more: Type.Boolean({ description: "Whether there are more in the direction that was asked for" }),
  },
  closed,
);
export type EventList = Static<typeof EventList>;

/** The same question as the owner is asked it. */
export const EventListRequest = Type.Object({
  scope: Scope,
  limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
  /** At most one of the two. */
  starting_after: nullable(EventId),
  ending_before: nullable(EventId),
});
export type EventListRequest = Static<typeof EventListRequest>;
