import type { Pool } from "pg";
import { query } from "@flowlix/persistence";

/** Events deleted by one statement, with their deliveries. */
export const EVENTS_SWEPT_AT_ONCE = 500;

/**
 * Deletes the oldest events whose time is over, with their deliveries; answers how many. Ids count up with
 * time, so the lowest are the oldest.
 */
export async function sweepEvents(background: Pool, retentionMs: number): Promise<number> {
  const rows = await query<{ deleted: number }>(background, {
    name: "notifier_sweep_events",
    text: `with oldest as materialized (
             select v.id, v.accepted_at from notifier.events as v order by v.id limit ${EVENTS_SWEPT_AT_ONCE}
           ), deleted as (
             delete from notifier.events as v
              where v.id = any (array(select o.id from oldest as o
                                       where o.accepted_at < (select platform.clock()) - $1::bigint * interval '1 ms'))
             returning v.id
           ), forgotten as (
             delete from notifier.deliveries as d where d.event_id = any (array(select id from deleted))
           )
           select count(*)::integer as deleted from deleted`,
    values: [retentionMs],
  });
  return rows[0]?.deleted ?? 0;
}
