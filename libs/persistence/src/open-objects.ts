import type { Pool } from "pg";
import { query } from "./query.ts";

/** Objects of an owner that have not ended. */
export interface OpenObjects {
  readonly states: readonly { status: string; open: number; oldestSeconds: number }[];
  readonly overdueSeconds: number;
}

/**
 * More would cost more than it tells: ten times as many took half a second of two busy cores. Those that are due come
 * first, and every open object is due again within ten minutes.
 */
const COUNTED_MAX = 10_000;

/**
 * What has not ended, by status, for whoever watches it: every such object is due for a look, and so in the
 * partial index that looks go by. `table` has status, created_at and next_look_at.
 */
export async function readOpenObjects(pool: Pool, table: string): Promise<OpenObjects> {
  const rows = await query<{ status: string; open: number; oldest_seconds: number; overdue_seconds: number }>(
    pool,
    {
      name: "open_objects",
      text: `
        select due.status, count(*) as open,
               greatest(0, extract(epoch from platform.clock() - min(due.created_at)))::float8 as oldest_seconds,
               greatest(0, extract(epoch from platform.clock() - min(due.next_look_at)))::float8 as overdue_seconds
          from (select o.status, o.created_at, o.next_look_at from ${table} as o
                 where o.next_look_at is not null order by o.next_look_at limit ${COUNTED_MAX}) as due
         group by due.status`,
      values: [],
    },
  );
  return {
    states: rows.map(({ status, open, oldest_seconds }) => ({ status, open, oldestSeconds: oldest_seconds })),
    overdueSeconds: Math.max(0, ...rows.map(({ overdue_seconds }) => overdue_seconds)),
  };
}
