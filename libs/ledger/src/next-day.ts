import type { EntityManager } from "typeorm";
import { comparedDay } from "./compare-sums.ts";
import { postedExceptions, type JournalTables } from "./journal-tables.ts";
import type { JournalProgress } from "./progress.ts";
import { startOf } from "./sum-days.ts";

/** The first day that was asked for; else the one after the last that was compared, once its sums can be. */
export async function nextDay(manager: EntityManager, schema: string): Promise<string | null> {
  const [next]: { day: string | null }[] = await manager.query(
    `select coalesce((select min(day) from ${schema}.journal_asked),
                     case when ${comparedDay("p", "p.checked_day + 1")} then p.checked_day + 1 end)::text as day
       from ${schema}.journal_progress as p`,
  );
  return next?.day ?? null;
}

/**
 * The next day of the round on which there is anything, today included; null where the round has come to its end:
 * whatever there was when it began has been compared. Until a day was compared as a whole the round does not pass it:
 * where its counting is forgotten it begins anew.
 */
export async function roundDay(
  manager: EntityManager,
  { schema, objects, endedAt, late, undone }: JournalTables,
  { round_day }: JournalProgress,
): Promise<string | null> {
  const since = startOf("$1::date + 1");
  const firstDay = (at: string, rows: string) =>
    `((select min(${at}) from ${rows} and ${at} >= ${since} and ${at} < 'infinity') at time zone 'UTC')::date`;
  const [next]: { day: string | null }[] = await manager.query(
    `with next as (
       select least((select min(day) from ${schema}.journal_days where day > $1::date),
                    ${firstDay("at", `${schema}.journal where true`)},
                    ${firstDay(endedAt, `${schema}.${objects} where status = 'SUCCEEDED'`)},
                    ${firstDay("created_at", `${schema}.anomalies where kind in (${postedExceptions({ late, undone })})`)}) as day
     ), in_time as (
       select (select day from next where day <= (platform.clock() at time zone 'UTC')::date) as day
     ), moved as (
       update ${schema}.journal_progress as p
          set round_day = case when day is not null then p.round_day end,
              round_first = case when day is not null then coalesce(p.round_first, day) end,
              round_began = case when day is not null then coalesce(p.round_began, platform.clock()) end,
              round_hurries = p.round_hurries and day is not null,
              rounded_since = case when day is null and (p.fill_finished or p.filled_until >= p.fill_needed)
                                    then coalesce(p.round_began, platform.clock()) else p.rounded_since end
         from in_time
     )
     select day::text from in_time`,
    [round_day ?? BEFORE_ALL],
  );
  return next?.day ?? null;
}

/** Before any day that there is something of. */
const BEFORE_ALL = "0001-01-01";
