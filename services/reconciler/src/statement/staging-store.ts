import type { BookLine, StatementTotal } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import type { StatementLine } from "@flowlix/provider";
import type { LineName, Stated } from "./lines.ts";
import type { Source, TakenRun } from "./runs-store.ts";

/** A line of the statement that does not simply agree with one of our books of the day. */
export interface Differing extends LineName {
  /** How often the statement has it. */
  readonly times: number;
  readonly statement: Stated;
  /** Null where our books of the day lack it. */
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

/** The lines of both sides while they are compared. */
export interface StagingStore {
  /** Removes what runs before left behind, and what an earlier attempt at this one did. */
  clear(run: TakenRun | null): Promise<void>;
  addStatement(run: TakenRun, lines: readonly StatementLine[], after: number): Promise<void>;
  /** Answers how many were new: a movement stands once in our books. */
  addBooks(run: TakenRun, lines: readonly BookLine[]): Promise<number>;
  /** What is there: a server that crashed has emptied it. */
  count(run: TakenRun): Promise<{ readonly statement: number; readonly books: number }>;
  /** Goes through the statement by kind and reference, a page at a time. */
  compare(run: TakenRun, after: Position): Promise<ComparedPage>;
  /** Goes through our lines that this statement lacks and no other is known to have. */
  lonely(run: TakenRun, after: Position): Promise<LonelyPage>;
  /** Lines that this statement and our books of the day have, and that another statement has as well. */
  statedTwice(
    run: TakenRun,
  ): Promise<readonly (LineName & { readonly statement: Stated; readonly book: Stated })[]>;
  totals(run: TakenRun): Promise<StatementTotal[]>;
}

const PAGE = 5_000;
const CLEARED_AT_ONCE = 20_000;

export const ms = (column: string): string => `floor(extract(epoch from ${column}) * 1000)::bigint`;
const at = (value: string): string => `timestamptz 'epoch' + ${value} * interval '1 ms'`;
const stated = (row: string, time: string): string =>
  `jsonb_build_object('amount', ${row}.amount, 'currency', ${row}.currency, 'atMs', ${ms(`${row}.${time}`)})`;
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
    async clear(run) {
      for (const table of ["statement_lines", "book_lines"]) {
        const values = [run?.id ?? "", run?.attempt ?? 0];
        while ((await rows(`clear_${table}`, clearSql(table), values)).length === CLEARED_AT_ONCE);
      }
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
    async addBooks(run, lines) {
      const fields = lines.map(({ kind, reference, amount, currency, at_ms }) => [
        kind,
        reference,
        amount,
        currency,
        at_ms,
      ]);
      return (await rows("add_books", ADD_BOOKS, [...keyOf(run), JSON.stringify(fields)])).length;
    },
    count: (run) => one("count", COUNT, keyOf(run)),
    async compare(run, { kind, reference }) {
      const page = await one<ComparedPage & { last: Position | null }>("compare", COMPARE, [
        ...keyOf(run),
        kind,
        reference,
      ]);
      return { ...page, next: page.names === PAGE ? page.last : null };
    },
    async lonely(run, { kind, reference }) {
      const values = [...keyOf(run), ...sourceOf(run), kind, reference];
      const lines = await rows<LonelyPage["lines"][number]>("lonely", LONELY, values);
      return { lines, next: lines.length === PAGE ? (lines.at(-1) ?? null) : null };
    },
    statedTwice: (run) => rows("stated_twice", STATED_TWICE, [...keyOf(run), ...sourceOf(run), run.day]),
    totals: (run) => rows<StatementTotal>("totals", TOTALS, keyOf(run)),
  };
}

/** Before every name there is. */
export const FROM_THE_FIRST: Position = { kind: "", reference: "" };

const clearSql = (table: string): string => `
  delete from reconciler.${table} where ctid = any (array(
    select ctid from reconciler.${table} where (run_id, attempt) <> ($1, $2) limit ${CLEARED_AT_ONCE})) returning 1 as gone`;

const ADD_STATEMENT = `
  insert into reconciler.statement_lines (run_id, attempt, ord, kind, reference, amount, currency, executed_at)
  select $1, $2, $4::bigint + ord, line->>0, line->>1, (line->>2)::bigint, line->>3, ${at("(line->>4)::bigint")}
    from jsonb_array_elements($3::jsonb) with ordinality as sent (line, ord)`;

const ADD_BOOKS = `
  insert into reconciler.book_lines (run_id, attempt, kind, reference, amount, currency, booked_at)
  select $1, $2, line->>0, line->>1, (line->>2)::bigint, line->>3, ${at("(line->>4)::bigint")}
    from jsonb_array_elements($3::jsonb) as sent (line)
  on conflict do nothing returning 1 as added`;

const COUNT = `
  select (select count(*) from reconciler.statement_lines where ${RUN}) as statement,
         (select count(*) from reconciler.book_lines where ${RUN}) as books`;

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

// What another statement was found to have of our line stands in edge_lines, or with a difference of that statement.
const LONELY = `
  select b.kind, b.reference, b.amount, b.currency, ${ms("b.booked_at")} as "atMs" from reconciler.book_lines as b
   where b.run_id = $1 and b.attempt = $2 and (b.kind, b.reference) > ($5, $6)
     and (${found("statement_lines", "b", "true")} limit 1) is null
     and (select true from reconciler.edge_lines as e
           where e.provider = $3 and e.livemode = $4 and e.kind = b.kind and e.reference = b.reference limit 1) is null
     and (select true from reconciler.differences as d
           where d.provider = $3 and d.livemode = $4 and d.kind = b.kind and d.reference = b.reference
             and d.difference in ('status', 'missing_here')
             and d.statement_amount = b.amount and d.statement_currency = b.currency limit 1) is null
   order by b.kind, b.reference limit ${PAGE}`;

const STATED_TWICE = `
  with edges as materialized (
    select kind, reference from reconciler.edge_lines as e
     where e.provider = $3 and e.livemode = $4 and e.booked_day = $5 and e.stated_day <> $5
  )
  select e.kind, e.reference, ${stated("s", "executed_at")} as statement, ${stated("b", "booked_at")} as book
    from edges as e
    cross join lateral (${found("statement_lines", "e", "l.*")} order by l.ord limit 1) as s
    cross join lateral (${found("book_lines", "e", "l.*")} limit 1) as b
   limit ${PAGE}`;

const TOTALS = `
  with sides as (
    select kind, currency, count(*) as statement_lines, sum(amount) as statement_amount, 0 as book_lines, 0 as book_amount
      from reconciler.statement_lines where ${RUN} group by kind, currency
    union all
    select kind, currency, 0, 0, count(*), sum(amount) from reconciler.book_lines where ${RUN} group by kind, currency
  )
  select kind, currency, sum(statement_lines)::bigint as statement_lines, sum(statement_amount)::text as statement_amount,
         sum(book_lines)::bigint as book_lines, sum(book_amount)::text as book_amount
    from sides group by kind, currency order by kind, currency`;
