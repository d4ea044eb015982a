import { all } from "@flowlix/engine";
import { unindexed, type Filters } from "./list-conditions.ts";

/**
 * The tables `groups`, those that the filters leave, and `whole`, how many Payouts they have. Groups of changes that
 * were not folded yet are looked up one after the other, however many changes there are, and their sum is taken from
 * the table, which has nothing else: beside 100,000 changes that takes 15 ms of a processor, where grouping them takes
 * 62.
 */
export function groupsSql({ scope, group }: Filters): string {
  const kept = all(scope, group);
  const next = "select p.status, p.currency, p.card_brand from payouts.total_deltas as p where";
  const first = "order by p.status, p.currency, p.card_brand limit 1";
  // No index serves these.
  const scoped = scope.map((condition) => condition.replace(" = ", " is not distinct from "));
  return `unfolded as (
      (${next} ${all(scope)} ${first})
      union all
      select p.status, p.currency, p.card_brand
        from unfolded cross join lateral (
          ${next} ${all(scope)}
             and (p.status, p.currency, p.card_brand) > (unfolded.status, unfolded.currency, unfolded.card_brand)
          ${first}) as p
    ), groups as materialized (
      select p.status, p.currency, p.card_brand from payouts.totals as p where ${kept}
      union
      select p.status, p.currency, p.card_brand from unfolded as p where ${all(["true"], group)}
    ), whole as materialized (
      select (select coalesce(sum(p.payouts), 0) from payouts.totals as p where ${kept})::bigint
           + (select coalesce(sum(p.change), 0) from payouts.total_deltas as p
               where ${all(scoped, unindexed(group))}) as n
    )`;
}
