import type { DataSource, EntityManager } from "typeorm";
import { countAnewSql } from "./asked-days.ts";
import { postPastSql } from "./post.ts";
import { chargedAccountOf, type JournalTables } from "./journal-tables.ts";
import { COMMIT_LAG, withProgress } from "./progress.ts";
import { DAY, sumDaysSql } from "./sum-days.ts";

export interface Backfilled {
  /** Objects that this job passed. */
  readonly done: number;
  readonly more: boolean;
  readonly finished: boolean;
  /** Null where nothing of what ended before is left. */
  readonly progress: { readonly done: number; readonly total: number } | null;
}

/**
 * Backfills entries for objects that succeeded before the journal existed, `limit` of them at most, in the order of
 * their ends. So it does for those that processes of the release before still end while it is rolled out. Once
 * `finished`, it does nothing until `refillJournal`. An entry has the time of the end: where the sums have passed it,
 * it is added to them here.
 */
export function backfill(dataSource: DataSource, tables: JournalTables, limit: number): Promise<Backfilled> {
  const { schema } = tables;
  return withProgress(dataSource, schema, async (manager, before) => {
    if (before.fill_finished) return { done: 0, more: false, finished: true, progress: null };
    await backfillExceptions(manager, tables);
    const [passed]: { done: number; finished: boolean; filling: boolean }[] = await manager.query(
      objectsSql(tables),
      [before.filled_at, before.filled_id, limit, before.fill_until],
    );
    const done = passed?.done ?? 0;
    return {
      done,
      more: done === limit,
      finished: passed?.finished === true,
      progress: passed?.filling === true ? shownOf({ ...before, filled: before.filled + done }) : null,
    };
  });
}

/** What new processes end meanwhile is passed as well. */
const shownOf = ({ filled, to_fill }: { readonly filled: number; readonly to_fill: number }) => ({
  done: filled,
  total: Math.max(filled, to_fill),
});

const objectsSql = (tables: JournalTables) => {
  const { schema, objects, endedAt, kind } = tables;
  return `
    with horizon as (
      select least(platform.clock() - ${COMMIT_LAG}, $4::timestamptz) as until, platform.clock() - ${COMMIT_LAG} >= $4::timestamptz as is_last
    ), next as (
      select o.id, o.merchant_id, o.livemode, o.amount, o.currency, o.${endedAt} as ended
        from ${schema}.${objects} as o
       where o.status = 'SUCCEEDED' and o.${endedAt} >= $1::timestamptz and (o.${endedAt}, o.id) > ($1::timestamptz, $2)
         and o.${endedAt} < (select until from horizon)
       order by o.${endedAt}, o.id limit $3
    ), posted as (
      ${postPastSql(schema, kind, { at: "ended", rows: "next" })} returning j.*
    ), summed as (${sumDaysSql(schema, `posted where at < ${rolledUntil(schema)}`)}
    ), counted_anew as (${countAnewSql(schema, daysOf("posted"))}
    ), passed as (
      update ${schema}.journal_progress as p
         set filled = p.filled + (select count(*) from next),
             filled_at = coalesce((select ended from next order by ended desc, id desc limit 1), p.filled_at),
             filled_id = coalesce((select id from next order by ended desc, id desc limit 1), p.filled_id),
             filled_until = case when (select count(*) from next) < $3 then horizon.until else (select max(ended) from next) end,
             fill_finished = horizon.is_last and (select count(*) from next) < $3
        from horizon
      returning p.fill_finished, p.filled_until < p.fill_needed as filling
    )
    select (select count(*) from next) as done, fill_finished as finished, filling from passed`;
};

const daysOf = (rows: string) => `(select ${DAY} as day from ${rows})`;

const rolledUntil = (schema: string) => `(select rolled_until from ${schema}.journal_progress)`;

/** There are few, and they say when the provider was found out. */
async function backfillExceptions(manager: EntityManager, tables: JournalTables): Promise<void> {
  const { schema, late, undone } = tables;
  const { account } = chargedAccountOf(tables, late.kind);
  const ofKind = (
    exception: string,
  ) => `select distinct on (object_id) object_id, merchant_id, livemode, amount, currency, created_at, resolved_at${account === undefined ? "" : `, ${account}`}
                    from ${schema}.anomalies
                   where kind = '${exception}' and amount is not null and currency is not null
                     and object_id is not null and merchant_id is not null and livemode is not null`;
  const backfillOne = (kind: JournalTables["kind"], at: string, rows: string) =>
    manager.query(`
      with past as (${rows} order by object_id, created_at
      ), posted as (${postPastSql(schema, kind, { objectId: "object_id", at, rows: "past", ...chargedAccountOf(tables, kind) })} returning j.*
      ), summed as (${sumDaysSql(schema, `posted where at < ${rolledUntil(schema)}`)}
      ), counted_anew as (${countAnewSql(schema, daysOf("posted"))})
      select 1`);
  await backfillOne(late.kind, "created_at", ofKind(late.exception));
  await backfillOne(undone, "created_at", ofKind(undone));
  if (late.ends !== undefined)
    await backfillOne(
      late.ends.reversed,
      "resolved_at",
      `${ofKind(late.exception)} and resolution = 'reversed'`,
    );
}
