import type { DataSource, EntityManager } from "typeorm";
import { adoptSql } from "./adopt.ts";
import { checkDay } from "./check-day.ts";
import { disagreementsSql } from "./disagreements.ts";
import { countFindings, replaceFindings, subjectsFound, type Finding } from "./findings.ts";
import type { JournalTables } from "./journal-tables.ts";
import { COMMIT_LAG, takeTurn, type JournalProgress } from "./progress.ts";

export interface Checked {
  /** Objects compared. */
  readonly done: number;
  readonly more: boolean;
  /** Findings that stand. */
  readonly open: number;
}

/**
 * Compares objects, anomalies and the journal, from where the last turn came to; what was found before is
 * compared again. Once a day is over and summed, its sums are compared, and then everything of it once more: in a
 * transaction of its own, so that what was compared stays whatever becomes of the day.
 */
export async function check(
  dataSource: DataSource,
  tables: JournalTables,
  limit: number,
  dayPart?: number,
): Promise<Checked> {
  const compared = await compareStretch(dataSource, tables, limit);
  return compared.more ? compared : { ...compared, ...(await checkDay(dataSource, tables, dayPart)) };
}

function compareStretch(dataSource: DataSource, tables: JournalTables, limit: number): Promise<Checked> {
  const { schema } = tables;
  return takeTurn(dataSource, schema, async (manager, progress) => {
    const stretch = await nextStretch(manager, tables, progress, limit);
    const ids = [...new Set([...stretch.ids, ...(await subjectsFound(manager, schema))])];
    const { ends } = tables.late;
    if (ends !== undefined) await manager.query(adoptSql(tables, ends), [ids]);
    const found: Finding[] = await manager.query(disagreementsSql(tables), [ids]);
    await replaceFindings(manager, schema, ids, found);
    return { done: ids.length, more: stretch.more, open: await countFindings(manager, schema) };
  });
}

interface Stretch {
  readonly ids: readonly string[];
  readonly more: boolean;
}

/**
 * The objects that ended next, those of the rows booked next, and the next ones of the anomalies of the last days,
 * which are gone through again and again: what ends them shows in no place of their order. While objects are being
 * filled in, only those that were passed can be compared.
 */
async function nextStretch(
  manager: EntityManager,
  tables: JournalTables,
  progress: JournalProgress,
  limit: number,
): Promise<Stretch> {
  const [stretch]: { ended: string[]; booked: string[]; late: string[] }[] = await manager.query(
    stretchSql(tables),
    [
      progress.objects_at,
      progress.objects_id,
      progress.rows_at,
      progress.rows_id,
      limit,
      progress.fill_finished ? "infinity" : progress.filled_at,
      progress.late_at,
      progress.late_id,
    ],
  );
  const { ended, booked, late } = stretch ?? { ended: [], booked: [], late: [] };
  return {
    ids: [...ended, ...booked, ...late],
    more: [ended, booked, late].some(({ length }) => length === limit),
  };
}

const stretchSql = ({ schema, objects, endedAt, late }: JournalTables) => `
  with horizon as (select platform.clock() - ${COMMIT_LAG} as until), ended as (
    select o.id, o.${endedAt} as at from ${schema}.${objects} as o
     where o.status = 'SUCCEEDED' and o.${endedAt} >= $1::timestamptz and (o.${endedAt}, o.id) > ($1::timestamptz, $2)
       and o.${endedAt} < (select until from horizon) and o.${endedAt} < $6::timestamptz
     order by o.${endedAt}, o.id limit $5
  ), booked as (
    select j.object_id as id, j.at from ${schema}.journal as j
     where j.at >= $3::timestamptz and (j.at, j.object_id) > ($3::timestamptz, $4) and j.at < (select until from horizon)
     order by j.at, j.object_id limit $5
  ), late as (
    select a.id, a.object_id, a.created_at as at from ${schema}.anomalies as a
     where a.created_at >= (select until from horizon) - interval '2 days' and a.created_at < (select until from horizon)
       and (a.created_at, a.id) > ($7::timestamptz, $8)
       and a.kind = '${late.anomaly}' and a.object_id is not null and $6::timestamptz > '-infinity'
     order by a.created_at, a.id limit $5
  ), moved as (
    update ${schema}.journal_progress as p
       set objects_at = coalesce((select at from ended order by at desc, id desc limit 1), p.objects_at),
           objects_id = coalesce((select id from ended order by at desc, id desc limit 1), p.objects_id),
           rows_at = coalesce((select at from booked order by at desc, id desc limit 1), p.rows_at),
           rows_id = coalesce((select id from booked order by at desc, id desc limit 1), p.rows_id),
           late_at = coalesce((select at from late order by at, id offset $5 - 1), '-infinity'),
           late_id = coalesce((select id from late order by at, id offset $5 - 1), '')
  )
  select array(select id from ended) as ended, array(select id from booked) as booked,
         array(select object_id from late) as late`;
