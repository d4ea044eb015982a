import type { TestDatabase } from "./test-database.ts";

/**
 * Moves what the database calls now by that many milliseconds from the real time: forward, or back
 * with a negative number; 0 is the real time again. Replaces the last move, and takes effect with the
 * next statement of every session.
 */
export async function moveClock(database: Pick<TestDatabase, "sql">, ms: number): Promise<void> {
  await database.sql(`create table if not exists platform.clock_offset (ms bigint not null)`);
  // The service's role may call the function but not read the table.
  await database.sql(`
    create or replace function platform.clock() returns timestamptz
      language sql volatile parallel restricted security definer set search_path = pg_catalog
      return pg_catalog.clock_timestamp()
        + coalesce((select max(o.ms) from platform.clock_offset o), 0) * interval '1 millisecond'`);
  await database.sql(
    "with gone as (delete from platform.clock_offset) insert into platform.clock_offset values ($1)",
    [ms],
  );
}
