import type { Pool } from "pg";
import { query } from "../query.ts";

/**
 * For a migration: since when a service packs its texts (docs/decisions/0110-texts-are-packed.md). The release before
 * cannot read them, and still runs while this one is rolled out or when an operator goes back to it. So a day after the
 * migration; at once where no row is that it could have written.
 */
export const packingTableSql = (schema: string, written: string): string => `
    create table ${schema}.packing (
      only_row boolean primary key default true check (only_row),
      begins_at timestamptz not null
    );
    insert into ${schema}.packing (begins_at)
    select case when exists (select from ${schema}.${written})
                then platform.clock() + interval '1 day' else platform.clock() end;`;

export const dropPackingTableSql = (schema: string): string => `drop table ${schema}.packing;`;

/** Whether texts are written packed by now. */
export type Packs = () => boolean;

/**
 * Asked once, when a process starts. From there it goes by a clock that nobody sets. Errors: the driver's.
 */
export async function packingOf(pool: Pool, schema: string): Promise<Packs> {
  const rows = await query<{ in_ms: number }>(pool, {
    name: `${schema}_packing`,
    text: `select (extract(epoch from greatest(begins_at, platform.clock()) - platform.clock()) * 1000)::float8 as in_ms
             from ${schema}.packing`,
    values: [],
  });
  const beginsMs = performance.now() + (rows[0]?.in_ms ?? Number.POSITIVE_INFINITY);
  return () => performance.now() >= beginsMs;
}
