import type { Pool } from "pg";
import { query } from "../query.ts";

/**
 * For a migration: since when a service packs its texts (docs/decisions/0116-phrases-are-packed.md). Never, until an
 * operator says when: the release before cannot read them.
 */
export const packingTableSql = (schema: string): string => `
    create table ${schema}.packing (
      only_row boolean primary key default true check (only_row),
      begins_at timestamptz not null
    );
    insert into ${schema}.packing (begins_at) values ('infinity');`;

/** For a schema of which no older release has ever read a text: packs from its first one on. */
export const beginPackingSql = (schema: string): string =>
  `update ${schema}.packing set begins_at = platform.clock();`;

export const dropPackingTableSql = (schema: string): string => `drop table ${schema}.packing;`;

/** Whether texts are written packed by now. */
export type Packs = () => boolean;

/**
 * Asked once, when a process starts. From there it goes by a clock that nobody sets. Errors: the driver's.
 */
export async function packingOf(pool: Pool, schema: string): Promise<Packs> {
  const rows = await query<{ in_ms: number | null }>(pool, {
    name: `${schema}_packing`,
    // Postgres 16 subtracts nothing from infinity.
    text: `select case when isfinite(begins_at) then
                    (extract(epoch from greatest(begins_at, platform.clock()) - platform.clock()) * 1000)::float8
                  end as in_ms
             from ${schema}.packing`,
    values: [],
  });
  const beginsMs = performance.now() + (rows[0]?.in_ms ?? Number.POSITIVE_INFINITY);
  return () => performance.now() >= beginsMs;
}
