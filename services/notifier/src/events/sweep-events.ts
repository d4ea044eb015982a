import { query, type Pool } from "@flowlix/persistence";
import { inPieces, type WorkDone } from "@flowlix/runtime";

/** Events deleted by one statement, with their deliveries where those are few enough. */
const SWEPT_AT_ONCE = 500;
/** Deliveries deleted by one statement: an event may have any number of them. */
const FORGOTTEN_AT_ONCE = 5_000;

/**
 * Deletes events whose time is over, with their deliveries. What is still owed to an endpoint stays, with its
 * event, until that is over too. What was told late stays longer than younger ones behind it. So each piece goes
 * on behind the one before, until events are too young to have been told that long ago. Where a piece has more
 * deliveries than a statement deletes, its events stay until those are gone.
 */
export function sweepEvents(background: Pool, retentionMs: number): Promise<WorkDone> {
  let after = "";
  return inPieces(SWEPT_AT_ONCE, async () => {
    const { seen, last, any_old: isAnyOld, forgotten } = await sweepFrom(background, retentionMs, after);
    if (forgotten >= FORGOTTEN_AT_ONCE) return forgotten;
    after = last ?? after;
    return isAnyOld ? seen : 0;
  });
}

interface Swept {
  readonly seen: number;
  /** The last event that was read; null where there was none. */
  readonly last: string | null;
  readonly any_old: boolean;
  /** Deliveries that were deleted; as many as a statement deletes where there may be more. */
  readonly forgotten: number;
}

/** Ids count up with time, so the lowest are the oldest. */
async function sweepFrom(background: Pool, retentionMs: number, after: string): Promise<Swept> {
  const rows = await query<Swept>(background, {
    name: "notifier_sweep_events",
    text: `with oldest as materialized (
             select v.id, v.accepted_at, v.created_at from notifier.events as v where v.id > $2 order by v.id limit ${SWEPT_AT_ONCE}
           ), kept as materialized (
             select platform.clock() - $1::bigint * interval '1 ms' as since
           ), past as materialized (
             select o.id from oldest as o where o.accepted_at < (select since from kept)
           ), over as materialized (
             select p.id from past as p
              where not exists (select from notifier.deliveries as d where d.event_id = p.id and d.status = 'pending')
           ), of_those as materialized (
             select d.endpoint_id, d.id from notifier.deliveries as d
              where d.event_id = any (array(select id from over)) limit ${FORGOTTEN_AT_ONCE}
           ), forgotten as (
             delete from notifier.deliveries as d using of_those
              where d.endpoint_id = of_those.endpoint_id and d.id = of_those.id
           ), deleted as (
             delete from notifier.events as v
              where v.id = any (array(select id from over)) and (select count(*) from of_those) < ${FORGOTTEN_AT_ONCE}
           )
           select count(*)::integer as seen, max(o.id) as last,
                  coalesce(bool_or(o.created_at < (select since from kept)), false) as any_old,
                  (select count(*) from of_those)::integer as forgotten
             from oldest as o`,
    values: [retentionMs, after],
  });
  return rows[0] ?? { seen: 0, last: null, any_old: false, forgotten: 0 };
}
