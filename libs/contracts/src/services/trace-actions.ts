import { Type, type Static } from "typebox";
import { EventId, MerchantId } from "../ids.ts";
import { Amount, Currency } from "../money.ts";
import { DatabaseMillis, nullable, oneOf } from "../schema.ts";
import { OPEN_KINDS } from "./list-open.ts";
import { ProviderName } from "./provider-name.ts";

/** What an entry of a timeline speaks of. */
export const TRACE_PARTS = [
  "request",
  "key",
  "status",
  "call",
  "acquirer",
  "callback",
  "journal",
  "statement",
  "difference",
  "event",
  "outbox",
  "attempt",
  "delivery",
  "anomaly",
] as const;
export type TracePart = (typeof TRACE_PARTS)[number];

/** An object with its Payment, or with its Refunds: of more Refunds the newest are traced. */
export const TRACED_REFUNDS_MAX = 20;
export const TRACED_OBJECTS_MAX = TRACED_REFUNDS_MAX + 1;
/** Entries of one kind that one service answers with, the oldest first. */
export const TRACE_ENTRIES_MAX = 200;

const ObjectId = Type.String({ minLength: 1, maxLength: 64 });

/**
 * Names of few values, numbers and ids: never a payer or a secret, and of a card brand and last four digits at most
 * (docs/design/architecture.md#rule-11).
 */
export const TraceFacts = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
);
export type TraceFacts = Static<typeof TraceFacts>;

/** One thing that happened to an object, at the time of the database that recorded it. */
export const TraceEntry = Type.Object({
  at_ms: DatabaseMillis,
  object_id: ObjectId,
  part: oneOf(TRACE_PARTS),
  /** In words that do not change: a status, a type, a kind. */
  what: Type.String(),
  facts: TraceFacts,
});
export type TraceEntry = Static<typeof TraceEntry>;

/** An object as it is now, without anything of its payer or its card. */
export const TracedObject = Type.Object({
  id: ObjectId,
  kind: oneOf(OPEN_KINDS),
  merchant_id: MerchantId,
  livemode: Type.Boolean(),
  provider: ProviderName,
  status: Type.String(),
  failure_code: nullable(Type.String()),
  amount: Amount,
  currency: Currency,
  version: Type.Integer({ minimum: 0 }),
  created_at_ms: DatabaseMillis,
  /** What its row says besides: tries of its status sync since its last move, what is due when, who may be at work. */
  facts: TraceFacts,
  /** Its Payment, or its Refunds, the newest first. */
  related: Type.Array(ObjectId, { maxItems: TRACED_REFUNDS_MAX }),
  /** Whether it has more Refunds than these. */
  more_related: Type.Boolean(),
});
export type TracedObject = Static<typeof TracedObject>;

const ids = Type.Array(ObjectId, { minItems: 1, maxItems: TRACED_OBJECTS_MAX });
const entries = Type.Array(TraceEntry);

/**
 * Of those ids the objects that this owner has, and what it recorded of them. Ids that it does not know are left out.
 */
export const traceObjectsAction = {
  params: Type.Object({ ids }),
  result: Type.Object({ objects: Type.Array(TracedObject), entries }),
} as const;

/** Which keys made objects of those ids, and how they stand; never a key's text. */
export const traceKeysAction = {
  params: Type.Object({ ids }),
  result: Type.Object({ entries }),
} as const;

/**
 * The events of objects, or of the object of one event, with their deliveries, what receivers answered last, and an
 * `attempt` for each earlier try. Those whose time is over are gone (docs/design/decisions.md#retention).
 */
export const traceEventsAction = {
  params: Type.Object({ ids: Type.Array(ObjectId, { maxItems: TRACED_OBJECTS_MAX }) }),
  result: Type.Object({ entries }),
} as const;

/** Whose event it is. Errors: object_not_found. */
export const objectOfEventAction = {
  params: Type.Object({ event_id: EventId }),
  result: Type.Object({ object_id: ObjectId }),
} as const;

/** Differences that name those references, and comparisons of the days on which their money was posted. */
export const traceStatementAction = {
  params: Type.Object({
    lines: Type.Array(
      Type.Object({
        reference: ObjectId,
        provider: ProviderName,
        provider_account: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
        livemode: Type.Boolean(),
        /** When the journal recorded a movement; null where it has none. */
        booked_at_ms: nullable(DatabaseMillis),
      }),
      { maxItems: TRACE_ENTRIES_MAX },
    ),
  }),
  result: Type.Object({ entries }),
} as const;
