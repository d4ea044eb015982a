import type { EntityManager } from "typeorm";
import { replaceFindings, type Finding } from "./findings.ts";
import type { Pass } from "./pass.ts";
import { CLOCK_BACK, KEY, startOf } from "./sum-days.ts";

/** Whether the sums of a day can be compared: it is over and summed, and nothing can be filled into it any more. */
export const comparedDay = (progress: string, day: string): string =>
  `(${progress}.rolled_until >= ${startOf(`${day} + 1`)} + ${CLOCK_BACK}
    and (${progress}.fill_finished or ${progress}.filled_until >= ${startOf(`${day} + 1`)}))`;

/** Adds the rows from where a pass has come to in a day to what it has counted. */
export async function countRows(
  manager: EntityManager,
  schema: string,
  { pass, until: since }: { readonly pass: Pass; readonly until: string },
  until: string,
): Promise<void> {
  await manager.query(
    `insert into ${schema}.journal_counted as c (pass, ${KEY}, amount, movements)
     select $1, ${KEY}, sum(amount), count(*) from ${schema}.journal
      where at >= $2::timestamptz and at < $3::timestamptz group by ${KEY}
     on conflict (pass, ${KEY}) do update
        set amount = c.amount + excluded.amount, movements = c.movements + excluded.movements`,
    [pass, since, until],
  );
}

/** Are the sums of a day those of its rows, now that all of them are counted? Where not they are replaced. */
export async function endSums(
  manager: EntityManager,
  schema: string,
  pass: Pass,
  day: string,
): Promise<boolean> {
  const found: Finding[] = await manager.query(differencesSql(schema), [day, pass]);
  if (found.length === 0) return true;
  await replaceFindings(manager, schema, [day], found);
  await manager.query(`delete from ${schema}.journal_days where day = $1::date`, [day]);
  await manager.query(
    `insert into ${schema}.journal_days (${KEY}, day, amount, movements)
     select ${KEY}, $1::date, amount, movements from ${schema}.journal_counted where pass = $2`,
    [day, pass],
  );
  return false;
}

const differencesSql = (schema: string) => `
  with kept as (
    select ${KEY}, amount, movements from ${schema}.journal_days where day = $1::date
  ), counted as (
    select ${KEY}, amount, movements from ${schema}.journal_counted where pass = $2
  )
  select 'rolled_up' as finding, $1::date::text as subject, ${KEY}, null as day,
         (coalesce(kept.amount, 0) - coalesce(counted.amount, 0))::text as difference
    from counted full join kept using (${KEY})
   where (counted.amount, counted.movements) is distinct from (kept.amount, kept.movements)`;

/**
 * Ends the findings about sums that stood for a day; and takes away sums of days that nothing was summed of yet,
 * which are in balances although they have no rows.
 */
export async function takeSumsAhead(manager: EntityManager, schema: string): Promise<void> {
  await manager.query(
    `delete from ${schema}.journal_findings where finding = 'rolled_up' and found_at < platform.clock() - interval '24 hours'`,
  );
  await manager.query(
    `with ahead as (
       delete from ${schema}.journal_days
        where day > ((select rolled_until from ${schema}.journal_progress) at time zone 'UTC')::date returning *
     )
     insert into ${schema}.journal_findings as f (finding, subject, ${KEY}, difference, found_at)
     select 'rolled_up', day::text, ${KEY}, amount, platform.clock() from ahead
     on conflict (finding, subject, kind, merchant_id, livemode, currency) do update set difference = excluded.difference`,
  );
}
