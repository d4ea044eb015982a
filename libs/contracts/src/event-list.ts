import { Type, type Static } from "typebox";
import { PAYMENT_EVENT_TYPES, PAYOUT_EVENT_TYPES, REFUND_EVENT_TYPES } from "./events.ts";
import { EventId } from "./ids.ts";
import { PAGE_LIMIT_MAX, pageParameters } from "./list-query.ts";
import { Payment } from "./payment.ts";
import { Payout } from "./payout.ts";
import { Refund } from "./refund.ts";
import { named } from "./schema-name.ts";
import { closed, LiveMode, moment, nullable, oneOf, page } from "./schema.ts";
import { Scope } from "./scope.ts";

type TypesOf<Table extends Readonly<Record<string, string | null>>> = NonNullable<Table[keyof Table]>;

export type EventType =
  | TypesOf<typeof PAYMENT_EVENT_TYPES>
  | TypesOf<typeof REFUND_EVENT_TYPES>
  | TypesOf<typeof PAYOUT_EVENT_TYPES>;

/** Every type there is (docs/design/decisions.md#event-types); what an endpoint may ask for. */
export const EVENT_TYPES: readonly EventType[] = [
  ...Object.values(PAYMENT_EVENT_TYPES),
  ...Object.values(REFUND_EVENT_TYPES),
  ...Object.values(PAYOUT_EVENT_TYPES),
].filter((type) => type !== null);

export const isEventType = (text: string): text is EventType =>
  EVENT_TYPES.some((type): boolean => type === text);

export const EVENT_DESCRIPTION = "That something changed, and how the object was then";

export const EventTypeName = oneOf(EVENT_TYPES, {
  description: "What changed: the object's kind and the status it entered; others may be added",
});
named("EventType", EventTypeName);

/** Exactly one of them, the type's own kind: as its GET would have shown it when the change was recorded. */
export const EventData = Type.Unsafe<{ payment?: Payment; refund?: Refund; payout?: Payout }>({
  type: "object",
  // No `Type.Optional`: it would copy the schemas, and the OpenAPI document knows them by identity.
  properties: { payment: Payment, refund: Refund, payout: Payout },
  minProperties: 1,
  maxProperties: 1,
  ...closed,
  description: "The object as its GET would have shown it when the change was recorded",
});
named("EventData", EventData);

/**
 * An event as merchants read and receive it; `data` holds exactly one object (docs/design/decisions.md#event-envelope).
 */
export const PublicEvent = Type.Object(
  {
    id: EventId,
    type: EventTypeName,
    created_at: moment("When the change was recorded"),
    livemode: LiveMode,
    data: EventData,
  },
  { ...closed, description: EVENT_DESCRIPTION },
);
export type PublicEvent = Static<typeof PublicEvent>;
named("Event", PublicEvent);

/** The answer to a resend: the event, and to how many endpoints it goes once more. */
export const ResentEvent = Type.Object(
  {
    ...PublicEvent.properties,
    deliveries: Type.Integer({
      minimum: 0,
      description: "Enabled endpoints of the mode that want its type; it goes to each of them once more",
    }),
  },
  { ...closed, description: "An event that is sent again" },
);
export type ResentEvent = Static<typeof ResentEvent>;
named("ResentEvent", ResentEvent);

/** GET /v1/events (docs/design/decisions.md#other-lists). */
export const EVENT_LIST_QUERY = pageParameters(EventId);

/** A page of the events of a merchant's mode, newest first. */
export const EventList = page(PublicEvent, "events");
export type EventList = Static<typeof EventList>;
named("EventList", EventList);

/** The same question as the owner is asked it. */
export const EventListRequest = Type.Object({
  scope: Scope,
  limit: Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX }),
  /** At most one of the two. */
  starting_after: nullable(EventId),
  ending_before: nullable(EventId),
  /** Only events of these types; absent: of every type. A position may be an event of any type. */
  types: Type.Optional(Type.Array(oneOf(EVENT_TYPES), { minItems: 1 })),
});
export type EventListRequest = Static<typeof EventListRequest>;
