import type { TestDatabase } from "./test-database.ts";

/**
 * Moves what the database calls now by that many milliseconds from the real time, or from where
 * `stopClock` made it stand: forward, or back with a negative number; 0 takes the move back. Replaces
 * the last move, and takes effect with the next statement of every session.
 */
export async function moveClock(database: Pick<TestDatabase, "sql">, ms: number): Promise<void> {
  await takeClock(database);
  await database.sql("update platform.test_clock set moved_ms = $1", [ms]);
}

/**
 * Makes the database's now stand at the real time of this call, moved by so many milliseconds: only `moveClock` moves
 * it from then on. It stands at a whole millisecond. For exact times, and for what must not come due by itself, however
 * slow the machine is.
 */
export async function stopClock(database: Pick<TestDatabase, "sql">, movedMs = 0): Promise<void> {
  await takeClock(database);
  await database.sql(
    "update platform.test_clock set moved_ms = $1, stands_at = date_trunc('milliseconds', clock_timestamp())",
    [movedMs],
  );
}

/** Lets the database's now run again, moved from the real time by so many milliseconds. */
export async function runClock(database: Pick<TestDatabase, "sql">, movedMs = 0): Promise<void> {
  await takeClock(database);
  await database.sql("update platform.test_clock set moved_ms = $1, stands_at = null", [movedMs]);
}

/** What the database calls now, in milliseconds. */
export async function clockMs(database: Pick<TestDatabase, "sql">): Promise<number> {
  const [row] = await database.sql("select (extract(epoch from platform.clock()) * 1000)::float8 as ms");
  return Number(row?.["ms"]);
}

async function takeClock(database: Pick<TestDatabase, "sql">): Promise<void> {
  await database.sql(`
    create table if not exists platform.test_clock (
      one boolean primary key default true check (one), moved_ms bigint not null, stands_at timestamptz)`);
  await database.sql("insert into platform.test_clock (moved_ms) values (0) on conflict do nothing");
  // The service's role may call the function but not read the table.
  await database.sql(`
    create or replace function platform.clock() returns timestamptz
      language sql volatile parallel restricted security definer set search_path = pg_catalog
      return coalesce((select coalesce(c.stands_at, pg_catalog.clock_timestamp()) + c.moved_ms * interval '1 millisecond'
        from platform.test_clock c), pg_catalog.clock_timestamp())`);
}
