import type { JournalTotal } from "@flowlix/contracts";
import type { Pool } from "pg";
import { query } from "@flowlix/persistence";

export interface TotalsAsked {
  readonly merchant_id: string;
  readonly livemode: boolean | null;
  readonly currency: string | null;
}

/** The sums of a merchant's movements: of the days as summed, and of what was posted since, at one moment. */
export function totals(
  pool: Pool,
  schema: string,
  { merchant_id, livemode, currency }: TotalsAsked,
): Promise<JournalTotal[]> {
  return query<JournalTotal>(pool, {
    name: "journal_totals",
    text: `
      select livemode, currency, kind, sum(amount)::text as amount, sum(movements)::bigint as movements
        from (select livemode, currency, kind, amount, movements from ${schema}.journal_days where merchant_id = $1
              union all
              select livemode, currency, kind, amount, 1 from ${schema}.journal
               where merchant_id = $1 and at >= (select rolled_until from ${schema}.journal_progress)) as each
       where ($2::boolean is null or livemode = $2) and ($3::text is null or currency = $3)
       group by livemode, currency, kind order by livemode desc, currency, kind`,
    values: [merchant_id, livemode, currency],
  });
}
