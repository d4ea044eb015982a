import { Type, type Static } from "typebox";
import { MerchantId } from "../ids.ts";
import { BookLineKind, JournalKind } from "../journal.ts";
import { Amount, Currency } from "../money.ts";
import { Actor } from "../scope.ts";
import { statementSource } from "./statement-source.ts";
import { DatabaseMillis, nullable, oneOf, UnixSeconds } from "../schema.ts";

/** The name under which a provider knows an object: our own id of it. */
const Reference = Type.String({ minLength: 1, maxLength: 128 });

/** A place in the journal, which is read by time, object and kind. */
export const JournalPosition = Type.Object({
  /** Database time in whole microseconds. */
  at_us: Type.Integer({ minimum: 0 }),
  object_id: Type.String({ maxLength: 128 }),
  kind: JournalKind,
});
export type JournalPosition = Static<typeof JournalPosition>;

/** A movement of money as our books have it, comparable with a line of the provider's statement. */
export const BookLine = Type.Object({
  reference: Reference,
  kind: BookLineKind,
  /** In minor units. */
  amount: Amount,
  currency: Currency,
  at_ms: DatabaseMillis,
});
export type BookLine = Static<typeof BookLine>;

export const LINES_OF_PAGE_MAX = 1_000;
export const LINES_EXPLAINED_MAX = 500;

/** What an owner knows of a line that it was asked about. */
export const ExplainedLine = Type.Object({
  reference: Reference,
  kind: BookLineKind,
  /** Whether this owner has an object of this name whose money can move in this way. */
  known: Type.Boolean(),
  /** The object's status; null where it is unknown, or only its money is known. */
  status: nullable(Type.String()),
  /** Whether the object has ended, so that its status will not change any more; false for an unknown one. */
  ended: Type.Boolean(),
  amount: nullable(Amount),
  currency: nullable(Currency),
  /** When the journal recorded the movement; null where it has none. */
  booked_at_ms: nullable(DatabaseMillis),
  /** Whether it has none because `fillJournal` has not come that far: it will have one. */
  to_be_filled: Type.Boolean(),
});
export type ExplainedLine = Static<typeof ExplainedLine>;

/** Minor units as decimal digits: a sum may be greater than a JSON number can hold exactly. */
export const AmountText = Type.String({ pattern: "^-?[0-9]{1,40}$" });

/** All movements of one kind in one currency. */
export const JournalTotal = Type.Object({
  livemode: Type.Boolean(),
  currency: Currency,
  kind: JournalKind,
  amount: AmountText,
  movements: Type.Integer({ minimum: 0 }),
});
export type JournalTotal = Static<typeof JournalTotal>;

export const JOURNAL_FINDING_KINDS = [
  /** An object whose money moved has no row. */
  "missing",
  /** A row whose object is unknown, or did not end so, or whose charge was given back. */
  "unfounded",
  /** A row and its object differ in amount, currency, merchant or mode; or the accounts are not the kind's. */
  "differs",
  /** The sums of a day are not those of its rows. */
  "rolled_up",
] as const;

/** A disagreement between journal, objects and sums; there must be none. */
export const JournalFinding = Type.Object({
  service: Type.String(),
  finding: oneOf(JOURNAL_FINDING_KINDS),
  /** The object it is about; the day for sums, as YYYY-MM-DD. */
  subject: Type.String(),
  kind: JournalKind,
  merchant_id: MerchantId,
  livemode: Type.Boolean(),
  currency: Currency,
  /** By how much the journal differs: by all of it where it is posted for another merchant or in another mode. */
  difference: AmountText,
  found_at: UnixSeconds,
});
export type JournalFinding = Static<typeof JournalFinding>;

/** How much of what ended before there was a journal is posted, in objects: balances lack the rest. */
export const JournalBackfill = Type.Object({
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
});
export type JournalBackfill = Static<typeof JournalBackfill>;

/** How far a round through all days has come. */
export const JournalDays = Type.Object({
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
});
export type JournalDays = Static<typeof JournalDays>;

/** How far the work on a journal has come. */
export const JournalState = Type.Object({
  /** Null where nothing of what ended before is left to be posted. */
  filling: nullable(JournalBackfill),
  /** When the last check of new entries ended; null before the first. */
  checked_at: nullable(UnixSeconds),
  /** Entries up to this time were included. Later ones are compared once their commit cannot be under way any more. */
  compared_until: nullable(UnixSeconds),
  /** Whether that is recent, by the clock of the database. */
  is_current: Type.Boolean(),
  /** Up to this day, YYYY-MM-DD in UTC, all days were compared as a whole with their sums, once they were over. */
  checked_day: Type.String({ format: "date" }),
  /** Whether that is the last day for which it can be, by the clock of the database. */
  days_current: Type.Boolean(),
  /** Start of the last complete round; everything that existed then was compared. Null before the first round. */
  rounded_since: nullable(UnixSeconds),
  /** What was asked for (`recheckJournal`) or has to be compared once more, and is not compared yet. */
  asked: Type.Object({
    days: Type.Integer({ minimum: 0 }),
    /** A round through everything, in days; null where none was asked for. */
    round: nullable(JournalDays),
  }),
});
export type JournalState = Static<typeof JournalState>;

/** The journal of an owner, the same three times (docs/design/architecture.md#rule-7). */
export const journalActions = {
  /**
   * Our books of a mode from `from_ms` (inclusive) to `to_ms` (exclusive), in a stable order. `after` is the
   * `next` of the page before, null for the first; `next` is null on the last page.
   */
  bookLines: {
    callers: ["reconciler"],
    params: Type.Object({
      livemode: Type.Boolean(),
      ...statementSource,
      from_ms: DatabaseMillis,
      to_ms: DatabaseMillis,
      after: nullable(JournalPosition),
      /** Lines of a page. */
      limit: Type.Integer({ minimum: 1, maximum: LINES_OF_PAGE_MAX }),
    }),
    result: Type.Object({ lines: Type.Array(BookLine), next: nullable(JournalPosition) }),
  },
  /** What is known of lines that our books of a day lack; answers one for each, in the order asked. */
  explainLines: {
    callers: ["reconciler"],
    params: Type.Object({
      livemode: Type.Boolean(),
      ...statementSource,
      references: Type.Array(Type.Object({ reference: Reference, kind: BookLineKind }), {
        maxItems: LINES_EXPLAINED_MAX,
      }),
    }),
    result: Type.Object({ lines: Type.Array(ExplainedLine) }),
  },
  /** Has the task `fillJournal` begin again at a day, with an audit row: an operator's act. */
  refillJournal: {
    params: Type.Object({ actor: Actor, day: Type.String({ format: "date" }) }),
    /** How many objects are to be backfilled, counted up to 1,000,000. */
    result: Type.Object({ to_fill: Type.Integer({ minimum: 0 }) }),
  },
  /**
   * Has the task `checkJournal` compare a day, or everything where `day` is null, before anything else, with an audit
   * row: an operator's act. The task's jobs do the work; `journalFindings.state.asked` shows what is left.
   */
  recheckJournal: {
    params: Type.Object({ actor: Actor, day: nullable(Type.String({ format: "date" })) }),
    result: Type.Object({}),
  },
  /** The sums of a merchant's movements, by mode, currency and kind. */
  journalTotals: {
    params: Type.Object({
      merchant_id: MerchantId,
      livemode: nullable(Type.Boolean()),
      currency: nullable(Currency),
    }),
    result: Type.Object({ totals: Type.Array(JournalTotal), filling: nullable(JournalBackfill) }),
  },
  /** What the task `checkJournal` found and has not seen put right, oldest first. */
  journalFindings: {
    params: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 1000 }) }),
    result: Type.Object({ findings: Type.Array(JournalFinding), state: JournalState }),
  },
} as const;
