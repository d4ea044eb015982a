import { Type, type Static } from "typebox";
import { idPattern } from "../ids.ts";
import { BookLineKind } from "../journal.ts";
import { Amount, Currency } from "../money.ts";
import { Actor } from "../scope.ts";
import { nullable, oneOf, UnixSeconds } from "../schema.ts";
import { askedAccount } from "./statement-source.ts";
import { AmountText } from "./journal-actions.ts";

const StatementRunId = Type.String({ pattern: idPattern("statement_run") });
const DifferenceId = Type.String({ pattern: idPattern("difference") });

/** A day of a provider's statement, as the provider cuts its days. */
export const StatementDay = Type.String({ pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" });

/** As operators name a day: `yesterday` is the last one that is over, `today` the one under way. */
export const AskedDay = Type.String({ pattern: "^([0-9]{4}-[0-9]{2}-[0-9]{2}|today|yesterday)$" });

export const STATEMENT_RUN_STATES = ["queued", "running", "done", "failed"] as const;

/** What stands in statement and books of one kind and currency. */
export const StatementTotal = Type.Object({
  kind: BookLineKind,
  currency: Currency,
  statement_lines: Type.Integer({ minimum: 0 }),
  statement_amount: AmountText,
  book_lines: Type.Integer({ minimum: 0 }),
  book_amount: AmountText,
});
export type StatementTotal = Static<typeof StatementTotal>;

/** One comparison of a provider's statement of a day with our books. */
export const StatementRun = Type.Object({
  id: StatementRunId,
  provider: Type.String(),
  /** The merchant's account whose statement it is; null for the installation's own acquirer. */
  provider_account: nullable(Type.String()),
  livemode: Type.Boolean(),
  day: StatementDay,
  state: oneOf(STATEMENT_RUN_STATES),
  /** `clock`, or the operator who asked for it first. */
  asked_by: Type.String(),
  /** Whether the day was over and its statement complete; else it was compared as far as it went. */
  complete: Type.Boolean(),
  requested_at: UnixSeconds,
  started_at: nullable(UnixSeconds),
  ended_at: nullable(UnixSeconds),
  /** Why it failed, as a code; null unless `failed`. */
  error: nullable(Type.String()),
  /** Lines read so far of the statement and of our books. */
  statement_lines: Type.Integer({ minimum: 0 }),
  book_lines: Type.Integer({ minimum: 0 }),
  /** Of all lines of both, by kind and reference: that agree, that differ, that cannot be said yet. */
  matched: Type.Integer({ minimum: 0 }),
  differing: Type.Integer({ minimum: 0 }),
  awaiting: Type.Integer({ minimum: 0 }),
  totals: Type.Array(StatementTotal),
});
export type StatementRun = Static<typeof StatementRun>;

export const DIFFERENCE_KINDS = [
  /** In the statement, and of something our books do not know. */
  "missing_here",
  /** In our books, and not in the statement. */
  "missing_there",
  "amount",
  "currency",
  /** In the statement, and ours did not end so. */
  "status",
  /** In the provider's statements more than once. */
  "duplicate_there",
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export const DIFFERENCE_STATES = ["awaiting", "open", "resolved"] as const;

/** A line on which the provider's statement and our books differ. Amounts in minor units. */
export const Difference = Type.Object({
  id: DifferenceId,
  provider: Type.String(),
  /** The merchant's account whose statement it is; null for the installation's own acquirer. */
  provider_account: nullable(Type.String()),
  livemode: Type.Boolean(),
  day: StatementDay,
  kind: BookLineKind,
  reference: Type.String(),
  difference: oneOf(DIFFERENCE_KINDS),
  /** `awaiting` where it may end by itself: an object still open, a line at the end of a day. */
  state: oneOf(DIFFERENCE_STATES),
  statement_amount: nullable(Amount),
  statement_currency: nullable(Currency),
  book_amount: nullable(Amount),
  book_currency: nullable(Currency),
  /** The object's status here; null where it is not known. */
  status: nullable(Type.String()),
  found_at: UnixSeconds,
  resolved_at: nullable(UnixSeconds),
  /** An operator, or `reconciler` where a later comparison found it gone. */
  resolved_by: nullable(Type.String()),
  note: nullable(Type.String()),
});
export type Difference = Static<typeof Difference>;

export const DIFFERENCES_OF_LIST_MAX = 1_000;

/** Whether the statements of an acquirer, or of a merchant's account there, are compared. */
export const ComparedSource = Type.Object({
  provider: Type.String(),
  provider_account: nullable(Type.String()),
  livemode: Type.Boolean(),
  /** Why its statements are not compared, as a code; null where they are. */
  not_compared: nullable(oneOf(["no_statement_settings", "cannot_be_used", "disabled"])),
  /** The last day that was compared in full; null where none was. */
  compared_day: nullable(StatementDay),
  /** Days that are over and were not compared. */
  days_missing: Type.Integer({ minimum: 0 }),
});
export type ComparedSource = Static<typeof ComparedSource>;

/** The comparison of the provider's statement with our books. */
export const statementActions = {
  /**
   * Asks for the comparison of a day, audited; answers the run that stands for it, which may be under way already.
   * Of `today` it compares as far as the statement goes.
   * Errors: parameter_invalid for a day that has not begun, or that is none; object_not_found for an account that is
   * not there, object_state_conflict for one whose statements cannot be read.
   */
  startStatementRun: {
    params: Type.Object({
      day: AskedDay,
      ...askedAccount,
      actor: Actor,
    }),
    result: StatementRun,
  },
  /** A run as it stands. Errors: object_not_found. */
  readStatementRun: { params: Type.Object({ run_id: StatementRunId }), result: StatementRun },
  /**
   * The last run of a day (null: of the last day compared) that was done, else the last at all; and the day's
   * differences, open ones first. `run` is null where there was none.
   */
  reportStatement: {
    params: Type.Object({
      day: nullable(AskedDay),
      ...askedAccount,
      limit: Type.Integer({ minimum: 1, maximum: DIFFERENCES_OF_LIST_MAX }),
    }),
    result: Type.Object({
      run: nullable(StatementRun),
      /** The last run of that day that failed after this one was done; what is shown is older than that. */
      failed_since: nullable(StatementRun),
      differences: Type.Array(Difference),
      /** Where no day was named: those that are over and were not compared yet, and why they could not be. */
      not_compared: Type.Array(Type.Object({ day: StatementDay, error: nullable(Type.String()) })),
    }),
  },
  /** Whose statements are compared and whose are not, the installation's own acquirer first. */
  listSources: {
    params: Type.Object({}),
    result: Type.Object({ sources: Type.Array(ComparedSource) }),
  },
  /** Differences of every account and every day, newest first: open and awaiting ones, or all. */
  listDifferences: {
    params: Type.Object({
      all: Type.Boolean(),
      limit: Type.Integer({ minimum: 1, maximum: DIFFERENCES_OF_LIST_MAX }),
    }),
    result: Type.Object({ differences: Type.Array(Difference) }),
  },
  /**
   * Ends a difference with an operator's words, audited; one that has ended stays as it is, and `changed` is false.
   * Errors: object_not_found.
   */
  resolveDifference: {
    params: Type.Object({
      difference_id: DifferenceId,
      actor: Actor,
      note: Type.String({ minLength: 1, maxLength: 2000 }),
    }),
    result: Type.Object({ changed: Type.Boolean(), difference: Difference }),
  },
} as const;
