import { all } from "@flowlix/engine";
import { groupsSql } from "./groups-sql.ts";
import { unindexed, type Conditions } from "./list-conditions.ts";

/** What of a range is counted: what is in it, or what is not, where that is less. */
export type Counted = "nothing" | "inside" | "outside";

/**
 * The plan for filters by status, currency and brand, which totals are kept of, with at most one range besides.
 * Without a range nothing is counted; within one the side that has fewer. The page is the first rows of each of some
 * forty groups, merged, so that a status which few rows have is found as fast as one that all have.
 */
export function listByTotals(conditions: Conditions, counted: Counted): string {
  const page = conditions.amount.inside.length === 0 ? firstOfGroups(conditions) : firstOfList(conditions);
  return `
    with recursive ${groupsSql(conditions)}, total as (
      select (${totalSql(conditions, counted)})::bigint as total_count
    ), keys as (${page}
    )`;
}

/** Both sides of a range are all that there are in one snapshot, so that either leads to the same number. */
function totalSql({ scope, group, created, amount }: Conditions, counted: Counted): string {
  const kept = "(select n from whole)";
  const count = (range: readonly string[]) =>
    `(select count(*) from payouts.payouts as p where ${all(scope, group, range)})`;
  switch (counted) {
    case "nothing":
      return kept;
    case "inside":
      return count([...created.inside, ...amount.inside]);
    case "outside":
      return [kept, ...[...created.outside, ...amount.outside].map((piece) => count([piece]))].join(" - ");
  }
}

const firstOfGroups = ({ scope, created, beyond, order, limit }: Conditions): string => `
      select p.created_at, p.seq
        from groups cross join lateral (
             select p.created_at, p.seq from payouts.payouts as p
              where ${all(scope, created.inside, beyond)} and p.status = groups.status
                and p.currency = groups.currency and p.card_brand = groups.card_brand
              order by ${order} limit ${limit}) as p
       order by ${order} limit ${limit}`;

/** The index of groups has no amounts. Most of the list's rows are in the range, and so the page is near. */
const firstOfList = ({ scope, group, amount, beyond, order, limit }: Conditions): string => `
      select p.created_at, p.seq from payouts.payouts as p
       where ${all(scope, unindexed(group), amount.inside, beyond)}
       order by ${order} limit ${limit}`;
