import type { DataSource, EntityManager } from "typeorm";
import { countFindings, replaceFindings, type Finding } from "./findings.ts";
import type { JournalTables } from "./journal-tables.ts";
import { takeTurn, type JournalProgress } from "./progress.ts";
import { CLOCK_BACK, KEY, startOf } from "./sum-days.ts";

/** Movements that one turn counts: read well within a statement's time from disk as well. */
const PART = 50_000;

/**
 * Once a day is over and summed: are its sums those of its rows? The rows are counted a part at a time, each in
 * a turn of its own. The sums are worked out from them again where not, and the finding stands for a day. Of the
 * last day that is over everything is then compared once more. `more` where there was anything of a day.
 */
export function checkDay(
  dataSource: DataSource,
  { schema }: JournalTables,
  part = PART,
): Promise<{ more: boolean; open: number }> {
  return takeTurn(dataSource, schema, async (manager, progress) => {
    await manager.query(
      `delete from ${schema}.journal_findings where finding = 'rolled_up' and found_at < platform.clock() - interval '24 hours'`,
    );
    const next = await nextDay(manager, schema, progress);
    if (next !== null && (await countPart(manager, schema, next.day, part)))
      await endDay(manager, schema, next);
    return { more: next !== null, open: await countFindings(manager, schema) };
  });
}

interface NextDay {
  readonly day: string;
  readonly is_last: boolean;
}

/** The one after the last that was compared, once it is over and nothing can be filled into it any more. */
async function nextDay(
  manager: EntityManager,
  schema: string,
  { checked_day }: JournalProgress,
): Promise<NextDay | null> {
  const [next]: NextDay[] = await manager.query(
    `select ($1::date + 1)::text as day, rolled_until < ${startOf("$1::date + 3")} + ${CLOCK_BACK} as is_last
       from ${schema}.journal_progress
      where rolled_until >= ${startOf("$1::date + 2")} + ${CLOCK_BACK}
        and (fill_finished or filled_at >= ${startOf("$1::date + 2")})`,
    [checked_day],
  );
  return next ?? null;
}

/** Counts the next rows of a day, those of one moment together; true once they were the last. */
async function countPart(
  manager: EntityManager,
  schema: string,
  day: string,
  part: number,
): Promise<boolean> {
  const end = startOf("$1::date + 1");
  const [counted]: { whole: boolean }[] = await manager.query(
    `with since as (
       select greatest(counted_until, ${startOf("$1::date")}) as since from ${schema}.journal_progress
     ), bounds as (
       select since, coalesce((
                select greatest(at, since + interval '1 microsecond') from ${schema}.journal
                 where at >= since and at < ${end} order by at offset $2 limit 1), ${end}) as until
         from since
     ), counted as (
       insert into ${schema}.journal_counted as c (${KEY}, amount, movements)
       select ${KEY}, sum(amount), count(*) from ${schema}.journal
        where at >= (select since from bounds) and at < (select until from bounds) group by ${KEY}
       on conflict (${KEY}) do update set amount = c.amount + excluded.amount, movements = c.movements + excluded.movements
     ), moved as (
       update ${schema}.journal_progress set counted_until = (select until from bounds)
     )
     select until = ${end} as whole from bounds`,
    [day, part],
  );
  return counted?.whole === true;
}

async function endDay(manager: EntityManager, schema: string, { day, is_last }: NextDay): Promise<void> {
  const found: Finding[] = await manager.query(differencesSql(schema), [day]);
  await replaceFindings(manager, schema, [day], found);
  if (found.length > 0) await sumAnew(manager, schema, day);
  await manager.query(forgetCountedSql(schema));
  await manager.query(
    `update ${schema}.journal_progress
        set checked_day = $1::date, counted_until = null,
            objects_at = case when $2 then least(objects_at, ${startOf("$1::date")}) else objects_at end,
            objects_id = case when $2 then '' else objects_id end,
            rows_at = case when $2 then least(rows_at, ${startOf("$1::date")}) else rows_at end,
            rows_id = case when $2 then '' else rows_id end`,
    [day, is_last],
  );
}

/** What was counted of a day so far; `counted_until` goes with it. */
export const forgetCountedSql = (schema: string) => `delete from ${schema}.journal_counted`;

const differencesSql = (schema: string) => `
  with kept as (
    select ${KEY}, amount, movements from ${schema}.journal_days where day = $1::date
  )
  select 'rolled_up' as finding, $1::date::text as subject, ${KEY},
         (coalesce(kept.amount, 0) - coalesce(counted.amount, 0))::text as difference
    from ${schema}.journal_counted as counted full join kept using (${KEY})
   where (counted.amount, counted.movements) is distinct from (kept.amount, kept.movements)`;

async function sumAnew(manager: EntityManager, schema: string, day: string): Promise<void> {
  await manager.query(`delete from ${schema}.journal_days where day = $1::date`, [day]);
  await manager.query(
    `insert into ${schema}.journal_days (${KEY}, day, amount, movements)
     select ${KEY}, $1::date, amount, movements from ${schema}.journal_counted`,
    [day],
  );
}
