import type { Pool } from "pg";
import { query } from "@flowlix/persistence";

/** Events deleted by one statement, with their deliveries. */
export const EVENTS_SWEPT_AT_ONCE = 500;

/** Where a sweep has got to. */
export interface Swept {
  /** The last event that was looked at. */
  readonly after: string;
  /** There may be more whose time is over. */
  readonly more: boolean;
}

/**
 * Deletes events whose time is over, with their deliveries, from the one behind `after` on. Ids count up
 * with time, so the lowest are the oldest. What is still owed to an endpoint stays, with its event, until
 * that is over too. What was told late stays longer than younger ones behind it, so the walk goes on until
 * events are too young to have been told that long ago.
 */
export async function sweepEvents(background: Pool, retentionMs: number, after: string): Promise<Swept> {
  const rows = await query<{ seen: number; last: string | null; any_old: boolean }>(background, {
    name: "notifier_sweep_events",
    text: `with oldest as materialized (
             select v.id, v.accepted_at, v.created_at from notifier.events as v where v.id > $2 order by v.id limit ${EVENTS_SWEPT_AT_ONCE}
           ), kept as materialized (
             select platform.clock() - $1::bigint * interval '1 ms' as since
           ), past as materialized (
             select o.id from oldest as o where o.accepted_at < (select since from kept)
           ), deleted as (
             delete from notifier.events as v
              where v.id = any (array(select p.id from past as p
                                       where not exists (select from notifier.deliveries as d
                                                          where d.event_id = p.id and d.status = 'pending')))
             returning v.id
           ), forgotten as (
             delete from notifier.deliveries as d where d.event_id = any (array(select id from deleted))
           )
           select count(*)::integer as seen, max(o.id) as last,
                  coalesce(bool_or(o.created_at < (select since from kept)), false) as any_old
             from oldest as o`,
    values: [retentionMs, after],
  });
  const { seen = 0, last = null, any_old: anyOld = false } = rows[0] ?? {};
  return { after: last ?? after, more: anyOld && seen >= EVENTS_SWEPT_AT_ONCE };
}
