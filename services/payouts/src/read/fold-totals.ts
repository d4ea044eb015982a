import { query, type Pool } from "@flowlix/persistence";

/** Changes folded by one statement: more would keep others waiting for the rows of totals. */
export const FOLD_BATCH = 2_000;

/**
 * Folds the oldest changes of totals into the totals, in one transaction: a reader of both at one moment
 * always sees the same sum. Any number of processes share the work. Answers how many it took.
 */
export async function foldTotals(background: Pool, limit: number = FOLD_BATCH): Promise<number> {
  const [row] = await query<{ taken: number }>(background, {
    name: "payouts_fold_totals",
    text: `with taken as (
             delete from payouts.total_deltas as d
              where d.id = any (array(select oldest.id from payouts.total_deltas as oldest
                                       order by oldest.id limit $1 for update skip locked))
             returning d.merchant_id, d.livemode, d.status, d.currency, d.card_brand, d.change
           ), folded as (
             insert into payouts.totals as t (merchant_id, livemode, status, currency, card_brand, payouts)
             select merchant_id, livemode, status, currency, card_brand, sum(change) from taken
              group by merchant_id, livemode, status, currency, card_brand
              order by merchant_id, livemode, status, currency, card_brand
             on conflict (merchant_id, livemode, status, currency, card_brand)
               do update set payouts = t.payouts + excluded.payouts
           )
           select count(*)::int as taken from taken`,
    values: [limit],
  });
  return row?.taken ?? 0;
}
