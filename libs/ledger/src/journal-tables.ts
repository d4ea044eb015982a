import type { JournalKind, LATE_EXCEPTIONS, UNDONE_EXCEPTIONS } from "@flowlix/contracts";
import { indexConcurrently, type MigrationRunner, appendOnlySql } from "@flowlix/persistence";

/** Whose journal it is, and what it speaks of. */
export interface JournalTables {
  /** Where `journal`, its sums and the objects are. */
  readonly schema: string;
  /** The table of the objects, with id, merchant_id, livemode, amount, currency and status. */
  readonly objects: string;
  /** Its column of the time at which an object succeeded. */
  readonly endedAt: string;
  /** What an object that succeeds moves. */
  readonly kind: JournalKind;
  /**
   * Of an object `o`: whether what was moved late is never its own, because it is another order's. What it succeeded
   * with then stands beside it. Absent where an object has one order.
   */
  readonly apart?: string;
  /** What the provider moves after an end: of what exception it is known, and as what it is posted. */
  readonly late: {
    readonly exception: (typeof LATE_EXCEPTIONS)[number];
    readonly kind: JournalKind;
    /** What takes it out of suspense: given back by an operator, or made the object's own; absent where nothing can. */
    readonly ends?: { readonly reversed: JournalKind; readonly adopted: JournalKind };
  };
  /**
   * Of an object `o`: the account that executed nothing of it before it went to another one, as SQL. What is charged
   * there all the same is late, and the journal says so (`atAnotherAccountSql`). Absent where an object has one
   * account.
   */
  readonly firstAccount?: string;
  /**
   * What an object that SUCCEEDED moved may go the other way afterwards: of what exception it is known, and its entry.
   */
  readonly undone: (typeof UNDONE_EXCEPTIONS)[number];
}

/**
 * For a migration: the account at which a late charge was, where it is not its object's own. Nullable and without a
 * default, so that no row is written.
 */
export const addAccountSql = ({ schema }: Pick<JournalTables, "schema">): string =>
  `alter table ${schema}.journal add column provider_account text collate "C"`;

export const dropAccountSql = ({ schema }: Pick<JournalTables, "schema">): string =>
  `alter table ${schema}.journal drop column provider_account`;

/** For a migration: the same of the exception that says so, by which a lost entry is posted again. */
export const nameChargedAccountSql = ({ schema }: Pick<JournalTables, "schema">): string =>
  `alter table ${schema}.anomalies add column provider_account text collate "C"`;

export const dropChargedAccountSql = ({ schema }: Pick<JournalTables, "schema">): string =>
  `alter table ${schema}.anomalies drop column provider_account`;

/** The account of an exception's money in its own columns; nothing where its object has one account. */
export const chargedAccountOf = (
  { firstAccount, late }: Pick<JournalTables, "firstAccount" | "late">,
  kind: JournalKind | null,
): { readonly account?: string } =>
  firstAccount !== undefined && kind === late.kind ? { account: "provider_account" } : {};

/**
 * The account of the movement `j`, where it was not at its object's own: of a late charge, and of its way back. Null
 * for any other.
 */
export function atAnotherAccountSql({ schema, late, firstAccount }: JournalTables): string {
  if (firstAccount === undefined) return "null::text";
  const kinds = [late.kind, ...(late.ends === undefined ? [] : [late.ends.reversed])];
  return `(case when j.kind in (${kinds.map((kind) => `'${kind}'`).join(", ")}) then
    (select found.provider_account from ${schema}.journal as found
      where found.object_id = j.object_id and found.kind = '${late.kind}') end)`;
}

/**
 * For a migration of its own, outside of a transaction: finds the exceptions of what went the other way by their
 * objects, as `indexSuccesses` does those of other money.
 */
export async function indexUndone(
  runner: MigrationRunner,
  { schema, undone }: Pick<JournalTables, "schema" | "undone">,
): Promise<void> {
  await indexConcurrently(runner, {
    schema,
    table: "anomalies",
    name: "anomalies_undone",
    on: `(object_id) where kind = '${undone}'`,
  });
}

/** Takes back what `indexUndone` made. */
export const dropUndoneIndexSql = ({ schema }: Pick<JournalTables, "schema">): string =>
  `drop index ${schema}.anomalies_undone`;

/** The kinds of exception that have entries of their own, as SQL texts. */
export const postedExceptions = ({ late, undone }: Pick<JournalTables, "late" | "undone">): string =>
  `'${late.exception}', '${undone}'`;

/**
 * For a migration of its own, outside of a transaction: finds objects by the time at which they succeeded, and
 * exceptions of money by their objects. Made while objects are written, for there may be many. Times of success only
 * grow, and so do those of posting: neither index costs an outcome more than its row does.
 */
export async function indexSuccesses(
  runner: MigrationRunner,
  { schema, objects, endedAt }: JournalTables,
): Promise<void> {
  await indexConcurrently(runner, {
    schema,
    table: objects,
    name: `${objects}_succeeded`,
    on: `(${endedAt}) where status = 'SUCCEEDED'`,
  });
  await indexConcurrently(runner, {
    schema,
    table: "anomalies",
    name: "anomalies_of_objects",
    on: `(object_id) where ${OF_OBJECTS}`,
  });
}

/** Exceptions of other kinds may come by the thousand without an object of ours. */
const OF_OBJECTS = "kind in ('charged_after_end', 'executed_after_end', 'outcome_mismatch')";

/** Takes back what `indexSuccesses` made. */
export const dropSuccessesIndexSql = ({ schema, objects }: JournalTables): string =>
  `drop index ${schema}.${objects}_succeeded, ${schema}.anomalies_of_objects`;

/**
 * For a migration: an owner's journal, its sums, and how far filling, summing and checking have come. What ended
 * before is filled in from here on; so is what processes of the release before end within a day of now.
 * Needs the index of `indexSuccesses`. That the accounts are those of the kind is for the check of the journal to
 * see: as a constraint it would cost an outcome that is committed alone more than its row.
 */
export const journalTablesSql = (tables: JournalTables): string =>
  [rowsSql, sumsSql, checksSql, progressSql].map((sql) => sql(tables)).join("\n");

const rowsSql = ({ schema }: JournalTables) => `
  create table ${schema}.journal (
    at timestamptz not null default platform.clock(),
    amount bigint not null check (amount >= 1),
    livemode boolean not null,
    object_id text collate "C" not null,
    kind text collate "C" not null,
    debit text not null,
    credit text not null,
    currency text not null,
    merchant_id text collate "C" not null,
    primary key (object_id, kind)
  );
  create index journal_at on ${schema}.journal (at);
  ${appendOnlySql(`${schema}.journal`)}`;

const sumsSql = ({ schema }: JournalTables) => `
  create table ${schema}.journal_days (
    merchant_id text collate "C" not null,
    livemode boolean not null,
    currency text not null,
    kind text collate "C" not null,
    day date not null,
    amount numeric(40) not null,
    movements bigint not null,
    primary key (merchant_id, livemode, currency, kind, day)
  );
  create index journal_days_day on ${schema}.journal_days (day);
  create index journal_days_currency on ${schema}.journal_days (currency);`;

/** Days that are being compared, one of each pass, with what is counted of it; days that must be; what was found. */
const checksSql = ({ schema }: JournalTables) => `
  create table ${schema}.journal_comparing (
    pass text primary key check (pass in ('next', 'round')),
    day date not null,
    until timestamptz not null,
    sums boolean not null
  );

  create table ${schema}.journal_counted (
    pass text not null,
    merchant_id text collate "C" not null,
    livemode boolean not null,
    currency text not null,
    kind text collate "C" not null,
    amount numeric(40) not null,
    movements bigint not null,
    primary key (pass, merchant_id, livemode, currency, kind)
  );

  create table ${schema}.journal_asked (day date primary key);

  create table ${schema}.journal_findings (
    finding text not null,
    subject text collate "C" not null,
    kind text collate "C" not null,
    merchant_id text collate "C" not null,
    livemode boolean not null,
    currency text not null,
    difference numeric(40) not null,
    day date,
    found_at timestamptz not null,
    primary key (finding, subject, kind, merchant_id, livemode, currency)
  );`;

const progressSql = ({ schema, objects, endedAt }: JournalTables) => `
  create table ${schema}.journal_progress (
    only_one boolean primary key default true check (only_one),
    rolled_until timestamptz not null,
    fill_until timestamptz not null,
    fill_needed timestamptz not null,
    filled_at timestamptz not null default '-infinity',
    filled_id text collate "C" not null default '',
    filled_until timestamptz not null default '-infinity',
    filled bigint not null default 0,
    to_fill bigint not null,
    fill_finished boolean not null default false,
    objects_at timestamptz not null default '-infinity',
    objects_id text collate "C" not null default '',
    rows_at timestamptz not null default '-infinity',
    rows_id text collate "C" not null default '',
    late_at timestamptz not null default '-infinity',
    late_id text collate "C" not null default '',
    checked_at timestamptz,
    compared_until timestamptz,
    checked_day date not null,
    round_day date,
    round_first date,
    round_began timestamptz,
    round_hurries boolean not null default false,
    rounded_since timestamptz
  );
  insert into ${schema}.journal_progress (rolled_until, fill_until, fill_needed, to_fill, checked_day)
  select now, now + interval '24 hours', case when first is null then '-infinity' else now end, succeeded,
         (coalesce(first, now) at time zone 'UTC')::date - 1
    from (select platform.clock() as now) as clock,
         (select min(${endedAt}) as first, count(*) as succeeded from ${schema}.${objects} where status = 'SUCCEEDED') as before;`;

/** Takes back what `journalTablesSql` made. */
export function dropJournalTablesSql({ schema }: JournalTables): string {
  return `
    drop table ${schema}.journal, ${schema}.journal_days, ${schema}.journal_comparing, ${schema}.journal_counted,
      ${schema}.journal_asked, ${schema}.journal_findings, ${schema}.journal_progress;`;
}
