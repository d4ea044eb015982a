import type { DataSource } from "typeorm";
import { appendAudit } from "@flowlix/persistence";
import type { JournalTables } from "./journal-tables.ts";
import { withProgress } from "./progress.ts";
import { startOf } from "./sum-days.ts";

export interface BackfillAsked {
  /** Whose act it is, for the audit. */
  readonly actor: string;
  /** YYYY-MM-DD: everything that ended since it began, in UTC. */
  readonly day: string;
}

/** The count for the shown progress ends here. */
const COUNTED_MAX = 1_000_000;

/**
 * Begins the backfill again at a day. A process of the release before may have ended an object after the backfill
 * was over, and nothing else writes the entry. Posted entries stay as they are; the days are summed and compared anew.
 * A backfill that still goes on continues from its place, or from the day where that is earlier. Answers about how
 * many objects there are to pass.
 */
export function askBackfill(
  dataSource: DataSource,
  { schema, objects, endedAt }: JournalTables,
  { actor, day }: BackfillAsked,
): Promise<{ to_fill: number }> {
  return withProgress(dataSource, schema, async (manager) => {
    const successes = `${schema}.${objects} as o where o.status = 'SUCCEEDED'`;
    const [begun]: { to_fill: number }[] = await manager.query(
      `with since as (
         select greatest($1::date, (coalesce((select min(o.${endedAt}) from ${successes}), platform.clock()) at time zone 'UTC')::date) as day
       ), place as (
         select case when p.fill_finished then ${startOf("since.day")} else least(p.filled_at, ${startOf("since.day")}) end as at,
                case when p.fill_finished then ${startOf("since.day")} else least(p.filled_until, ${startOf("since.day")}) end as until,
                case when p.fill_finished then '-infinity' else p.fill_needed end as needed
           from ${schema}.journal_progress as p, since
       ), counted_anew as (
         delete from ${schema}.journal_comparing where day >= (select day from since)
       ), counted as (
         select count(*) as to_fill from (select from ${successes} and o.${endedAt} >= (select at from place) limit ${COUNTED_MAX}) as each
       ), begun as (
         update ${schema}.journal_progress as p
            set fill_finished = false, fill_until = greatest(p.fill_until, platform.clock()),
                filled_at = place.at, filled_until = place.until, filled_id = '',
                fill_needed = case when counted.to_fill = 0 then place.needed else platform.clock() end,
                filled = 0, to_fill = counted.to_fill, checked_day = least(p.checked_day, since.day - 1)
           from since, place, counted
         returning p.to_fill
       )
       select to_fill from begun`,
      [day],
    );
    await appendAudit(manager, schema, { actor, act: "ledger.fill", subject: schema, detail: { from: day } });
    return { to_fill: begun?.to_fill ?? 0 };
  });
}
