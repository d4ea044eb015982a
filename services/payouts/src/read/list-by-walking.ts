import { all } from "@flowlix/engine";
import { unindexed, type Conditions } from "./list-conditions.ts";

/**
 * The plan where no total is kept and more match than are sorted: they are counted, which takes no memory and is
 * shared with a worker. Counting also shows where the first match of the page stands, so that going through the list
 * from there soon fills the page, even where all matches are old.
 */
export const listByWalking = (conditions: Conditions): string => {
  const { scope, group, created, amount, last4, found, read, beyond, going, order, limit } = conditions;
  const [first, from] = going === "older" ? ["max", "<="] : ["min", ">="];
  return `
    with counted as materialized (
      select count(*) as n, ${first}(p.created_at) filter (where ${all(["true"], beyond)}) as first
        from payouts.payouts as p
       where ${all(scope, group, created.inside, amount.inside, last4, found)}
    ), total as (
      select n as total_count from counted
    ), keys as (
      select p.created_at, p.seq from payouts.payouts as p
       where ${all(scope, unindexed(group), created.inside, amount.inside, last4, read, beyond)}
         and p.created_at ${from} (select first from counted)
       order by ${order} limit ${limit}
    )`;
};
