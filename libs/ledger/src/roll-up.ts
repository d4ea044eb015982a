import type { DataSource, EntityManager } from "typeorm";
import { withProgress } from "./progress.ts";
import { CLOCK_BACK, startOf, sumDaysSql } from "./sum-days.ts";

export interface RolledUp {
  /** Movements that were summed. */
  readonly done: number;
  readonly more: boolean;
}

/** Longer than any statement that posts entries may run. So the oldest transaction seldom moves the bound. */
const LAG_MS = 60_000;
/** One job sums the movements of this long at most. */
const STRETCH = "interval '10 minutes'";

/**
 * Adds what was posted to the sums of its day, up to where nothing can be posted any more: before the start of
 * the oldest transaction that still runs. Its age is measured by the server's own clock, as it began. Where the
 * clock was set back behind what is summed, its day begins anew.
 */
export function rollUp(dataSource: DataSource, schema: string, lagMs = LAG_MS): Promise<RolledUp> {
  return withProgress(dataSource, schema, async (manager, { rolled_until }) => {
    const since = (await goBack(manager, schema)) ?? rolled_until;
    const { until, more } = await boundOf(manager, schema, since, lagMs);
    // A statement of its own: it sees whatever was committed when the bound was found.
    const [summed]: { done: number }[] = await manager.query(
      `with posted as (
         select * from ${schema}.journal where at >= $1::timestamptz and at < $2::timestamptz
       ), summed as (${sumDaysSql(schema, "posted")}
       ), moved as (
         update ${schema}.journal_progress set rolled_until = $2::timestamptz
       )
       select count(*) as done from posted`,
      [since, until],
    );
    return { done: summed?.done ?? 0, more };
  });
}

/** The moment up to which this job sums, never before the end of the last one; `more` where entries remain. */
async function boundOf(
  manager: EntityManager,
  schema: string,
  since: string,
  lagMs: number,
): Promise<{ until: string; more: boolean }> {
  const [bound]: { until: string; more: boolean }[] = await manager.query(
    `select greatest($1::timestamptz, least(horizon, stretch))::text as until, coalesce(stretch < horizon, false) as more
       from (select platform.clock() - greatest($2 * interval '1 ms', clock_timestamp() - (
                      select min(xact_start) from pg_stat_activity
                       where datname = current_database() and usename = current_user and pid <> pg_backend_pid())) as horizon,
                    (select min(at) from ${schema}.journal where at >= $1::timestamptz) + ${STRETCH} as stretch
            ) as bounds`,
    [since, lagMs],
  );
  return bound ?? { until: since, more: false };
}

/**
 * A failover to a host whose clock is behind sets the clock back. Entries that are posted then would be in no sum, and
 * would never be compared. Answers the moment from which everything is summed and compared again, or null if the clock
 * was not set back.
 */
async function goBack(manager: EntityManager, schema: string): Promise<string | null> {
  const [back]: { since: string }[] = await manager.query(
    `with past as (
       select (now - ${CLOCK_BACK}) at time zone 'UTC' as at from (select platform.clock() as now) as clock
        where now < (select rolled_until from ${schema}.journal_progress)
     ), back as (
       select at::date as day, ${startOf("at::date")} as since from past
     ), forgotten as (
       delete from ${schema}.journal_days where day >= (select day from back)
     ), counted as (
       delete from ${schema}.journal_comparing where day >= (select day from back)
     ), moved as (
       update ${schema}.journal_progress as p
          set rolled_until = since, checked_day = least(p.checked_day, day - 1),
              filled_until = least(p.filled_until, since), ${passedAnewSql("since")}
         from back
     )
     select since::text from back`,
  );
  return back?.since ?? null;
}

/** Objects and rows are passed again from a moment on. */
const passedAnewSql = (since: string) =>
  ["filled", "objects", "rows"]
    .map(
      (name) => `${name}_at = least(p.${name}_at, ${since}),
                 ${name}_id = case when p.${name}_at < ${since} then p.${name}_id else '' end`,
    )
    .join(", ");
