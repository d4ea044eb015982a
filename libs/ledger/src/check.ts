import type { DataSource, EntityManager } from "typeorm";
import { compareDays, type CheckBounds } from "./compare-days.ts";
import { compareObjects } from "./compare-objects.ts";
import { countFindings, nextFound } from "./findings.ts";
import { postedExceptions, type JournalTables } from "./journal-tables.ts";
import { COMMIT_LAG, backfilledUntil, withProgress, type JournalProgress } from "./progress.ts";
import { ROUND_DONE, ROUND_TOTAL } from "./state.ts";

export interface Checked {
  /** Objects compared. */
  readonly done: number;
  readonly more: boolean;
  /** Findings that stand. */
  readonly open: number;
  /** Days that this round of comparing everything is over with, and how many there are; null between two rounds. */
  readonly progress: { readonly done: number; readonly total: number } | null;
}

/**
 * Compares objects, exceptions and the journal, from where the last job ended. A bounded number of findings is
 * compared again, the oldest first. Then it compares days: those that are newly over or were asked for, else some of a
 * round that goes through all of them again and again. Each part is a transaction of its own, so that its results
 * stay if the next part fails.
 */
export async function check(
  dataSource: DataSource,
  tables: JournalTables,
  bounds: CheckBounds,
): Promise<Checked> {
  const compared = await compareStretch(dataSource, tables, bounds.limit);
  const days = compared.more ? compared : await compareDays(dataSource, tables, bounds);
  return { ...(await stateOf(dataSource, tables.schema)), done: compared.done + days.done, more: days.more };
}

async function stateOf(dataSource: DataSource, schema: string): Promise<Pick<Checked, "open" | "progress">> {
  const [round]: { done: number; total: number | null }[] = await dataSource.query(
    `select ${ROUND_DONE} as done, ${ROUND_TOTAL} as total from ${schema}.journal_progress`,
  );
  const { done = 0, total = null } = round ?? {};
  const progress = total === null ? null : { done, total };
  return { open: await countFindings(dataSource.manager, schema), progress };
}

function compareStretch(
  dataSource: DataSource,
  tables: JournalTables,
  limit: number,
): Promise<Pick<Checked, "done" | "more">> {
  const { schema } = tables;
  return withProgress(dataSource, schema, async (manager, progress) => {
    const stretch = await nextStretch(manager, tables, progress, limit);
    const ids = [...new Set([...stretch.ids, ...(await nextFound(manager, schema))])];
    await compareObjects(manager, tables, ids);
    return { done: ids.length, more: stretch.more };
  });
}

interface Stretch {
  readonly ids: readonly string[];
  readonly more: boolean;
}

/**
 * The objects that ended next, those of the rows posted next, and the next ones of the exceptions of the last days.
 * These exceptions are gone through again and again, since an end of one does not change its place in their order.
 * Every job compares rows ahead of the clock, which balances contain already. While the backfill goes on, only objects
 * that it has passed can be compared.
 */
async function nextStretch(
  manager: EntityManager,
  tables: JournalTables,
  progress: JournalProgress,
  limit: number,
): Promise<Stretch> {
  const [stretch]: Stretch[] = await manager.query(stretchSql(tables), [
    progress.objects_at,
    progress.objects_id,
    progress.rows_at,
    progress.rows_id,
    limit,
    backfilledUntil(progress),
    progress.late_at,
    progress.late_id,
  ]);
  return stretch ?? { ids: [], more: false };
}

const stretchSql = ({ schema, objects, endedAt, late, undone }: JournalTables) => `
  with horizon as (select platform.clock() - ${COMMIT_LAG} as until), ended as (
    select o.id, o.${endedAt} as at from ${schema}.${objects} as o
     where o.status = 'SUCCEEDED' and o.${endedAt} >= $1::timestamptz and (o.${endedAt}, o.id) > ($1::timestamptz, $2)
       and o.${endedAt} < (select until from horizon) and o.${endedAt} < $6::timestamptz
     order by o.${endedAt}, o.id limit $5
  ), posted as (
    select j.object_id as id, j.at from ${schema}.journal as j
     where j.at >= $3::timestamptz and (j.at, j.object_id) > ($3::timestamptz, $4) and j.at < (select until from horizon)
     order by j.at, j.object_id limit $5
  ), late as (
    select a.id, a.object_id, a.created_at as at from ${schema}.anomalies as a
     where a.created_at >= (select until from horizon) - interval '2 days' and a.created_at < (select until from horizon)
       and (a.created_at, a.id) > ($7::timestamptz, $8)
       and a.kind in (${postedExceptions({ late, undone })}) and a.object_id is not null and $6::timestamptz > '-infinity'
     order by a.created_at, a.id limit $5
  ), ahead as (
    select j.object_id from ${schema}.journal as j where j.at > (select platform.clock()) order by j.at desc limit $5
  ), left_over as (
    select $5 in ((select count(*) from ended), (select count(*) from posted), (select count(*) from late)) as more
  ), moved as (
    update ${schema}.journal_progress as p
       set objects_at = coalesce((select at from ended order by at desc, id desc limit 1), p.objects_at),
           objects_id = coalesce((select id from ended order by at desc, id desc limit 1), p.objects_id),
           rows_at = coalesce((select at from posted order by at desc, id desc limit 1), p.rows_at),
           rows_id = coalesce((select id from posted order by at desc, id desc limit 1), p.rows_id),
           late_at = coalesce((select at from late order by at, id offset $5 - 1), '-infinity'),
           late_id = coalesce((select id from late order by at, id offset $5 - 1), ''),
           checked_at = case when more then p.checked_at else platform.clock() end,
           compared_until = case when more then p.compared_until
                                 else nullif(least((select until from horizon), $6::timestamptz), '-infinity') end
      from left_over
  )
  select array(select id from ended union all select id from posted union all select object_id from late
               union all select object_id from ahead) as ids, (select more from left_over) as more`;
