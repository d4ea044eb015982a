import { all } from "@flowlix/engine";
import { type Conditions } from "./list-conditions.ts";

/**
 * The plan where no total is kept and some 50,000 match at most: all matches are taken once, by whichever index the
 * planner thinks cheapest, then counted and sorted.
 */
export const listBySorting = (conditions: Conditions): string => {
  const { scope, group, created, amount, last4, found, beyond, order, limit } = conditions;
  return `
    with found as materialized (
      select p.created_at, p.seq from payouts.payouts as p
       where ${all(scope, group, created.inside, amount.inside, last4, found)}
    ), total as (
      select count(*) as total_count from found
    ), keys as (
      select p.created_at, p.seq from found as p where ${all(["true"], beyond)} order by ${order} limit ${limit}
    )`;
};
