import { all, binder } from "@flowlix/engine";
import type { Range } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import { amountsOf, filtersOf, type WantedPage } from "./list-conditions.ts";
import type { Plan } from "./list-statement.ts";

/** Bounds that decide which plan answers, and never what it answers. */
export interface ListBounds {
  /** Up to so many matches are sorted. More are counted, and the page is found by going through the list. */
  readonly sortedMax: number;
  /** Where a range of `created` has a greater part of the merchant's Payouts than this, those outside are counted. */
  readonly createdInsideMax: number;
  /** The same of amounts. Those outside may be read twice: to be counted, and to be passed over. */
  readonly amountsInsideMax: number;
}

export const LIST_BOUNDS: ListBounds = {
  sortedMax: 50_000,
  createdInsideMax: 1 / 2,
  amountsInsideMax: 2 / 3,
};

/**
 * Which of three plans answers a list. Times are of ten million Payouts
 * (docs/decisions/0078-three-plans-for-payout-lists.md):
 *
 * - `totals` for filters that have totals: 3 ms, where counting ten million takes 1.5 s. Within a range of
 *   `created`, or of nearly all amounts, the shorter side is counted: 9 ms instead of 1.6 s.
 * - `sorting` for up to 50,000 matches: a last four in 25 ms, where going through the list takes 2 s.
 * - `walking` for more: counting 8.7 million matches needs no room, and sorting them 350 MB.
 */
export async function choosePlan(
  pool: Pool,
  wanted: WantedPage,
  bounds: ListBounds = LIST_BOUNDS,
): Promise<Plan> {
  const created = isRange(wanted.created);
  const amount = isRange(amountsOf(wanted.amount));
  const isOfGroups = wanted.search === null && wanted.card_last4 === null;
  if (isOfGroups && !created && !amount) return { by: "totals", counted: "nothing" };

  const { part, matches } = await sample(pool, wanted);
  const isOneRange = isOfGroups && created !== amount;
  if (isOneRange && created)
    return { by: "totals", counted: part > bounds.createdInsideMax ? "outside" : "inside" };
  if (matches <= bounds.sortedMax) return { by: "sorting" };
  if (isOneRange && part > bounds.amountsInsideMax) return { by: "totals", counted: "outside" };
  return { by: "walking" };
}

const isRange = ({ gte, lte }: Range): boolean => gte !== null || lte !== null;

/** Bytes of the table that are sampled, in pages from all over it. */
const SAMPLED_BYTES = 2_000_000;

interface Sample {
  /** The part of the merchant's Payouts that is in the ranges, without regard to the other filters. */
  readonly part: number;
  /** About how many match all filters. */
  readonly matches: number;
}

/**
 * Estimates a list from some 240 pages from all over the table, the same pages every time; it takes 5 ms. The planner
 * knows amounts and texts of all merchants together, and can be wrong about one merchant.
 */
async function sample(pool: Pool, wanted: WantedPage): Promise<Sample> {
  const { values, bind } = binder();
  const { scope, group, created, amount, last4, read } = filtersOf(wanted, bind);
  const inRange = all(["true"], created.inside, amount.inside);
  const [row] = await query<Sample>(pool, {
    text: `
      with share as (
        select least(1, ${SAMPLED_BYTES} / greatest(1, pg_relation_size('payouts.payouts'))::float8) as of
      )
      select coalesce(avg((${inRange})::int), 0)::float8 as part,
             count(*) filter (where ${all([inRange], group, last4, read)}) / (select share.of from share) as matches
        from payouts.payouts as p tablesample system (100 * (select share.of from share)) repeatable (1)
       where ${all(scope)}`,
    values,
  });
  return row ?? { part: 0, matches: 0 };
}
