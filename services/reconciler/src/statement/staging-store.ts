import type { BookLine } from "@flowlix/contracts";
import { msSql, query, type Pool } from "@flowlix/persistence";
import type { StatementLine } from "@flowlix/provider";
import type { EntityManager } from "typeorm";
import { STATED_THERE_TOO, type StatedElsewhere } from "./edges-store.ts";
import type { LineName, Stated } from "./lines.ts";
import type { Source, TakenRun } from "./runs-store.ts";

/** A line of the statement that does not simply agree with one of our journals of the day. */
export interface Differing extends LineName {
  /** How often the statement has it. */
  readonly times: number;
  readonly statement: Stated;
  /** Null where our journals of the day lack it. */
  readonly book: Stated | null;
}

/** A place in the order of kinds and references. */
export interface Position {
  readonly kind: string;
  readonly reference: string;
}

export interface ComparedPage {
  /** Lines of the statement of this page, by kind and reference. */
  readonly names: number;
  readonly differing: readonly Differing[];
  /** Where the next page begins; null after the last. */
  readonly next: Position | null;
}

export interface LonelyPage {
  readonly lines: readonly (LineName & Stated)[];
  readonly next: Position | null;
}

export interface StatedTwicePage {
  readonly lines: readonly (StatedElsewhere & Differing)[];
  readonly next: Position | null;
}

/** Money of lines of a kind. */
export type Sum = Pick<BookLine, "kind" | "amount" | "currency">;

/** The lines of both sides while they are compared. */
export interface StagingStore {
  /** Removes what runs left behind that are over, or were taken again; those under way keep theirs. */
  clear(): Promise<void>;
  addStatement(run: TakenRun, lines: readonly StatementLine[], after: number): Promise<void>;
  /** Answers those that were new: a movement stands once in our journals. */
  addEntries(run: TakenRun, lines: readonly BookLine[]): Promise<readonly Sum[]>;
  /** Goes through the statement by kind and reference, a page at a time. */
  compare(run: TakenRun, after: Position): Promise<ComparedPage>;
  /** Goes through our lines that this statement lacks and no other is known to have. */
  lonely(run: TakenRun, after: Position): Promise<LonelyPage>;
  /** Lines that this statement and our journals of the day have, and that another statement has as well. */
  statedTwice(run: TakenRun, after: Position): Promise<StatedTwicePage>;
}

const PAGE = 5_000;
const CLEARED_AT_ONCE = 20_000;
const COUNTED_AT_ONCE = 500_000;

const at = (value: string): string => `timestamptz 'epoch' + ${value} * interval '1 ms'`;
const stated = (row: string, time: string): string =>
  `jsonb_build_object('amount', ${row}.amount, 'currency', ${row}.currency, 'atMs', ${msSql(`${row}.${time}`)})`;
const RUN = "run_id = $1 and attempt = $2";
const keyOf = ({ id, attempt }: TakenRun): readonly unknown[] => [id, attempt];
const sourceOf = ({ provider, livemode }: Source): readonly unknown[] => [provider, livemode];

export function createStagingStore(pool: Pool): StagingStore {
  const rows = <Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> =>
    query<Row>(pool, { name: `statement_${name}`, text, values });
  const one = async <Row>(name: string, text: string, values: readonly unknown[]): Promise<Row> => {
    const [row] = await rows<Row>(name, text, values);
    if (row === undefined) throw new Error(`statement_${name} answered nothing`);
    return row;
  };
  return {
    async clear() {
      for (const table of ["statement_lines", "book_lines", "run_edges"])
        while ((await rows(`clear_${table}`, clearSql(table), [])).length === CLEARED_AT_ONCE);
    },
    async addStatement(run, lines, after) {
      const fields = lines.map(({ kind, reference, amount, currency, executedAtMs }) => [
        kind,
        reference,
        amount,
        currency,
        executedAtMs,
      ]);
      await rows("add_lines", ADD_STATEMENT, [...keyOf(run), JSON.stringify(fields), after]);
    },
    async addEntries(run, lines) {
      const fields = lines.map(({ kind, reference, amount, currency, at_ms }) => [
        kind,
        reference,
        amount,
        currency,
        at_ms,
      ]);
      return rows<Sum>("add_books", ADD_ENTRIES, [...keyOf(run), JSON.stringify(fields)]);
    },
    async compare(run, { kind, reference }) {
      const page = await one<ComparedPage & { last: Position | null }>("compare", COMPARE, [
        ...keyOf(run),
        kind,
        reference,
      ]);
      return { ...page, next: page.names === PAGE ? page.last : null };
    },
    async lonely(run, { kind, reference }) {
      return one<LonelyPage>("lonely", LONELY, [...keyOf(run), ...sourceOf(run), run.day, kind, reference]);
    },
    async statedTwice(run, { kind, reference }) {
      const values = [...keyOf(run), ...sourceOf(run), run.day, kind, reference];
      return one<StatedTwicePage>("stated_twice", STATED_TWICE, values);
    },
  };
}

/** Before every name there is. */
export const FROM_THE_FIRST: Position = { kind: "", reference: "" };

const clearSql = (table: string): string => `
  delete from reconciler.${table} where ctid = any (array(
    select ctid from reconciler.${table}
     where (run_id, attempt) not in (select id, attempt from reconciler.statement_runs where state = 'running')
     limit ${CLEARED_AT_ONCE})) returning 1 as gone`;

const ADD_STATEMENT = `
  insert into reconciler.statement_lines (run_id, attempt, ord, kind, reference, amount, currency, executed_at)
  select $1, $2, $4::bigint + ord, line->>0, line->>1, (line->>2)::bigint, line->>3, ${at("(line->>4)::bigint")}
    from jsonb_array_elements($3::jsonb) with ordinality as sent (line, ord)`;

const ADD_ENTRIES = `
  insert into reconciler.book_lines (run_id, attempt, kind, reference, amount, currency, booked_at)
  select $1, $2, line->>0, line->>1, (line->>2)::bigint, line->>3, ${at("(line->>4)::bigint")}
    from jsonb_array_elements($3::jsonb) as sent (line)
  on conflict do nothing returning kind, amount, currency`;

/** How many lines of a run are there of a page from (kind, reference, ord) on, and where the next page begins. */
const countSql = (table: string, ord: string): string => `
  with page as materialized (
    select kind, reference, ${ord} as ord from reconciler.${table}
     where ${RUN} and (kind, reference, ${ord}) > ($3, $4, $5::bigint) order by kind, reference, ${ord} limit ${COUNTED_AT_ONCE}
  )
  select (select count(*) from page)::integer as count, kind, reference, ord from page
   order by kind desc, reference desc, ord desc limit 1`;
const COUNT_STATEMENT = countSql("statement_lines", "ord");
const COUNT_ENTRIES = countSql("book_lines", "0::bigint");

interface CountRow extends Position {
  readonly count: number;
  readonly ord: string | number;
}

/** How many lines a run has on each side, counted in a transaction of the caller's. */
export async function countLines(
  manager: EntityManager,
  { id, attempt }: TakenRun,
): Promise<{ readonly statement: number; readonly books: number }> {
  const count = async (sql: string): Promise<number> => {
    let counted = 0;
    let after: Position & { readonly ord: string | number } = { ...FROM_THE_FIRST, ord: -1 };
    for (;;) {
      const values = [id, attempt, after.kind, after.reference, after.ord];
      const [page]: CountRow[] = await manager.query(sql, values);
      if (page === undefined) return counted;
      counted += page.count;
      after = page;
    }
  };
  return { statement: await count(COUNT_STATEMENT), books: await count(COUNT_ENTRIES) };
}

/*
 * Each line is looked up on the other side by its whole name: `limit` keeps that in a subquery of its own. Joined, and
 * planned while the tables were empty, all lines of one side would be read for each of the other.
 */
const found = (table: string, name: string, row: string): string =>
  `select ${row} from reconciler.${table} as l where l.run_id = $1 and l.attempt = $2
      and l.kind = ${name}.kind and l.reference = ${name}.reference`;

const COMPARE = `
  with page as materialized (
    select kind, reference, count(*) as times from reconciler.statement_lines
     where ${RUN} and (kind, reference) > ($3, $4) group by kind, reference order by kind, reference limit ${PAGE}
  ), differing as (
    select jsonb_build_object('kind', p.kind, 'reference', p.reference, 'times', p.times, 'statement', ${stated("s", "executed_at")},
             'book', case when b.reference is not null then ${stated("b", "booked_at")} end) as line
      from page as p
      cross join lateral (${found("statement_lines", "p", "l.*")} order by l.ord limit 1) as s
      left join lateral (${found("book_lines", "p", "l.*")} limit 1) as b on true
     where p.times > 1 or b.amount is distinct from s.amount or b.currency is distinct from s.currency
  )
  select (select count(*) from page) as names,
         (select jsonb_build_object('kind', kind, 'reference', reference) from page order by kind desc, reference desc limit 1) as last,
         coalesce((select jsonb_agg(line) from differing), '[]') as differing`;

const PAGE_END = `case when (select count(*) from page) = ${PAGE} then
      (select jsonb_build_object('kind', kind, 'reference', reference) from page order by kind desc, reference desc limit 1) end`;

/*
 * What another statement was found to have of our line stands in edge_lines, with a difference of that statement, or
 * was noted by this run. A page is of our lines, not of those that are missing: where all agree they would be one page.
 */
const LONELY = `
  with page as materialized (
    select kind, reference, amount, currency, booked_at from reconciler.book_lines
     where ${RUN} and (kind, reference) > ($6, $7) order by kind, reference limit ${PAGE}
  ), lonely as (
    select jsonb_build_object('kind', b.kind, 'reference', b.reference, 'amount', b.amount, 'currency', b.currency,
                              'atMs', ${msSql("b.booked_at")}) as line from page as b
     where (${found("statement_lines", "b", "true")} limit 1) is null
       and (select true from reconciler.edge_lines as e
             where e.provider = $3 and e.livemode = $4 and e.kind = b.kind and e.reference = b.reference
               and e.stated_day <> $5::date limit 1) is null
       and (${found("run_edges", "b", "true")} limit 1) is null
       and (select true from reconciler.differences as d
             where d.provider = $3 and d.livemode = $4 and d.kind = b.kind and d.reference = b.reference
               and d.difference in ('status', 'missing_here')
               and d.statement_amount = b.amount and d.statement_currency = b.currency limit 1) is null
       and (select true from reconciler.differences as d
             where ${STATED_THERE_TOO} and d.kind = b.kind and d.reference = b.reference limit 1) is null
     order by b.kind, b.reference
  )
  select ${PAGE_END} as next, coalesce((select jsonb_agg(line) from lonely), '[]') as lines`;

const STATED_TWICE = `
  with known as (
    select kind, reference, stated_day from reconciler.edge_lines as e
     where e.provider = $3 and e.livemode = $4 and e.booked_day = $5::date and e.stated_day <> $5::date
    union
    select kind, reference, stated_day from reconciler.run_edges
     where ${RUN} and booked_day = $5::date and stated_day <> $5::date
  ), page as materialized (
    select kind, reference, min(stated_day) as also_day from known where (kind, reference) > ($6, $7)
     group by kind, reference order by kind, reference limit ${PAGE}
  ), twice as (
    select jsonb_build_object('kind', p.kind, 'reference', p.reference, 'alsoDay', p.also_day,
                              'times', (${found("statement_lines", "p", "count(*)")}), 'statement', ${stated("s", "executed_at")}, 'book', ${stated("b", "booked_at")}) as line
      from page as p
      cross join lateral (${found("statement_lines", "p", "l.*")} order by l.ord limit 1) as s
      cross join lateral (${found("book_lines", "p", "l.*")} limit 1) as b
  )
  select ${PAGE_END} as next, coalesce((select jsonb_agg(line) from twice), '[]') as lines`;
