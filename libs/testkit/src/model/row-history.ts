import { expect } from "chai";

export interface Sql {
  sql(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

/** A row as it was, by its columns. */
export type RowState = Readonly<Record<string, unknown>>;

export interface RowChange {
  /** Null where the row was inserted. */
  readonly before: RowState | null;
  /** Null where it was deleted. */
  readonly after: RowState | null;
}

/** Has the database keep every state that a table's rows were ever in, by any writer, in `public.history`. */
export async function keepHistory(database: Sql, table: string): Promise<void> {
  await database.sql(`create table public.history (
    n bigint generated always as identity primary key, id text not null, before jsonb, after jsonb)`);
  await database.sql(`create function public.note_history() returns trigger language plpgsql
    security definer set search_path = pg_catalog as $$
    begin
      insert into public.history (id, before, after) values (coalesce(new.id, old.id), to_jsonb(old), to_jsonb(new));
      return null;
    end $$`);
  await database.sql(`create trigger history after insert or update or delete on ${table}
    for each row execute function public.note_history()`);
}

/** The whole life of a row, in its order. */
export async function historyOf(database: Sql, id: string): Promise<RowChange[]> {
  const rows = await database.sql("select before, after from public.history where id = $1 order by n", [id]);
  return rows.map(({ before, after }) => ({ before: stateOf(before), after: stateOf(after) }));
}

const stateOf = (value: unknown): RowState | null =>
  typeof value === "object" && value !== null ? { ...value } : null;

/** The columns whose values are not the same. */
const changedColumns = (before: RowState, after: RowState): string[] =>
  Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));

interface Moves {
  /** Where each status that does not end may lead. */
  readonly moves: Readonly<Record<string, readonly string[]>>;
  /** Columns that change while the version stays. */
  readonly unversioned: readonly string[];
}

/**
 * Checks a change of an owner's row, and answers the statuses between which it moved its version; null where it did
 * not.
 */
export function checkMove(
  before: RowState,
  after: RowState,
  { moves, unversioned }: Moves,
): { readonly from: string; readonly to: string } | null {
  const [from, to] = [String(before["status"]), String(after["status"])];
  if (before["version"] === after["version"]) {
    expect(unversioned, "what changes without a version").to.include.members(changedColumns(before, after));
    return null;
  }
  expect(after["version"], "versions are counted").to.equal(Number(before["version"]) + 1);
  expect(Object.keys(moves), `what is ${from} does not change`).to.include(from);
  if (from !== to) expect(moves[from], `from ${from}`).to.include(to);
  return { from, to };
}
