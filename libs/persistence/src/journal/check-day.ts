import type { EntityManager } from "typeorm";
import { replaceFindings, type Finding } from "./findings.ts";
import type { JournalTables } from "./journal-tables.ts";
import type { JournalProgress } from "./progress.ts";
import { CLOCK_BACK, DAY, KEY, startOf } from "./sum-days.ts";

/**
 * Once a day is over and summed: are its sums those of its rows? They are worked out from the rows again where
 * not, and the finding stands for a day. Of the last day that is over everything is then compared once more. True where there was a day.
 */
export async function checkDay(
  manager: EntityManager,
  { schema }: JournalTables,
  { checked_day }: Pick<JournalProgress, "checked_day">,
): Promise<boolean> {
  await manager.query(
    `delete from ${schema}.journal_findings where finding = 'rolled_up' and found_at < platform.clock() - interval '24 hours'`,
  );
  const [next]: { day: string; is_last: boolean }[] = await manager.query(
    `select ($1::date + 1)::text as day, rolled_until < ${startOf("$1::date + 3")} + ${CLOCK_BACK} as is_last
       from ${schema}.journal_progress where rolled_until >= ${startOf("$1::date + 2")} + ${CLOCK_BACK}`,
    [checked_day],
  );
  if (next === undefined) return false;
  const { day, is_last } = next;
  const found: Finding[] = await manager.query(differencesSql(schema), [day]);
  await replaceFindings(manager, schema, [day], found);
  if (found.length > 0) await sumAnew(manager, schema, day);
  await manager.query(
    `update ${schema}.journal_progress
        set checked_day = $1::date,
            objects_at = case when $2 then least(objects_at, ${startOf("$1::date")}) else objects_at end,
            objects_id = case when $2 then '' else objects_id end,
            rows_at = case when $2 then least(rows_at, ${startOf("$1::date")}) else rows_at end,
            rows_id = case when $2 then '' else rows_id end`,
    [day, is_last],
  );
  return true;
}

const rowsOf = (schema: string) =>
  `${schema}.journal where at >= ${startOf("$1::date")} and at < ${startOf("$1::date + 1")}`;

const differencesSql = (schema: string) => `
  with summed as (
    select ${KEY}, sum(amount) as amount, count(*) as movements from ${rowsOf(schema)} group by ${KEY}
  ), kept as (
    select ${KEY}, amount, movements from ${schema}.journal_days where day = $1::date
  )
  select 'rolled_up' as finding, $1::date::text as subject, ${KEY},
         (coalesce(kept.amount, 0) - coalesce(summed.amount, 0))::text as difference
    from summed full join kept using (${KEY})
   where (summed.amount, summed.movements) is distinct from (kept.amount, kept.movements)`;

async function sumAnew(manager: EntityManager, schema: string, day: string): Promise<void> {
  await manager.query(`delete from ${schema}.journal_days where day = $1::date`, [day]);
  await manager.query(
    `insert into ${schema}.journal_days (${KEY}, day, amount, movements)
     select ${KEY}, ${DAY}, sum(amount), count(*) from ${rowsOf(schema)} group by ${KEY}, ${DAY}`,
    [day],
  );
}
