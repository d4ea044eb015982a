import { query } from "@flowlix/persistence";
import type { Pool } from "../pool.ts";
import {
  addedOn,
  dayOf,
  hasFault,
  lateNames,
  shownAs,
  type LineName,
  type StatementFault,
} from "./statement-faults.ts";
import type { StatementLine } from "./statement-line.ts";

interface Row {
  readonly seq: number;
  readonly kind: StatementLine["kind"];
  readonly reference: string;
  readonly charge: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly at: number;
}

interface Bounds {
  readonly first: number | null;
  readonly last: number | null;
}

const PAGE = 1_000;
const LINE = `seq, reference, kind, charge, amount, currency, floor(extract(epoch from at))::bigint as at`;
const DAY = `at >= $1::date::timestamp at time zone 'UTC' and at < ($1::date + 1)::timestamp at time zone 'UTC'`;
/**
 * Where in the book the day's lines are; those of other days between them are few. `offset 0` keeps the day a question
 * of its own: else the book would be read from either end until a line of the day comes, past all other days.
 */
export const BOUNDS = `
  select min(seq) as first, max(seq) as last
    from (select seq from sandbox_acquirer.book where ${DAY} offset 0) as of_day`;
const OF_DAY = `
  select ${LINE} from sandbox_acquirer.book
  where seq >= $2 and seq <= $3 and ${DAY} order by seq limit ${PAGE}`;
const OF_REFERENCES = `select ${LINE} from sandbox_acquirer.book where reference = any ($1::text[]) order by seq`;

/** What a line that nobody can read looks like. */
const GARBLED = '{"kind":"charge","refer\n';
const DAY_S = 86_400;

/**
 * The statement of one UTC day, in order of execution, a page in memory at a time; its last line says that it is
 * complete. The rules say what of it is wrong.
 * @param day YYYY-MM-DD, checked before
 */
export async function* streamStatement(
  read: Pool,
  day: string,
  rules: readonly StatementFault[],
): AsyncGenerator<string> {
  let lines = 0;
  const text = (shown: readonly StatementLine[]): string => {
    lines += shown.length;
    return shown.map((line) => `${JSON.stringify(line)}\n`).join("");
  };
  for await (const page of linesOfDay(read, day)) {
    const shown = page.flatMap((line) => shownAs(line, rules));
    if (hasFault(day, "cut", rules)) {
      yield text(shown.slice(0, Math.floor(shown.length / 2)));
      return;
    }
    yield text(shown);
  }
  if (hasFault(day, "cut", rules)) return;
  if (hasFault(day, "garble", rules)) yield GARBLED;
  yield text([...(await lateFor(read, day, rules)), ...addedOn(day, rules)]);
  yield `${JSON.stringify({ kind: "end", day, mode: "sandbox", lines })}\n`;
}

async function* linesOfDay(read: Pool, day: string): AsyncGenerator<readonly StatementLine[]> {
  const [bounds] = await query<Bounds>(read, { name: "statement_bounds", text: BOUNDS, values: [day] });
  let next = bounds?.first ?? null;
  while (next !== null) {
    const values = [day, next, bounds?.last];
    const rows: Row[] = await query<Row>(read, { name: "statement_page", text: OF_DAY, values });
    if (rows.length > 0) yield rows.map(statementLine);
    const last = rows.length < PAGE ? undefined : rows.at(-1);
    next = last === undefined ? null : last.seq + 1;
  }
}

/** Lines of the day before that are shown on this one. */
async function lateFor(read: Pool, day: string, rules: readonly StatementFault[]): Promise<StatementLine[]> {
  const names = lateNames(rules);
  if (names.length === 0) return [];
  const references = names.map(({ reference }) => reference);
  const rows = await query<Row>(read, { name: "statement_of", text: OF_REFERENCES, values: [references] });
  const isLate = (line: StatementLine) =>
    names.some(({ kind, reference }: LineName) => kind === line.kind && reference === line.reference);
  return rows.map(statementLine).filter((line) => isLate(line) && dayOf(line.executed_at + DAY_S) === day);
}

function statementLine({ kind, reference, charge, amount, currency, at }: Row): StatementLine {
  const of = charge === null ? {} : { charge };
  return { kind, reference, ...of, amount, currency, executed_at: at };
}
