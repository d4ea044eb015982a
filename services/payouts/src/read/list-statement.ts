import { all, binder } from "@flowlix/engine";
import { ROW_COLUMNS } from "../payout/payout-columns.ts";
import { listBySorting } from "./list-by-sorting.ts";
import { listByTotals, type Counted } from "./list-by-totals.ts";
import { listByWalking } from "./list-by-walking.ts";
import { conditionsOf, type Conditions, type WantedPage } from "./list-conditions.ts";

export interface ListStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** `choosePlan` says when which is taken. */
export type Plan =
  { readonly by: "totals"; readonly counted: Counted } | { readonly by: "sorting" | "walking" };

/**
 * One statement, and so one snapshot, for a page and the number of all that match. It answers the rows of
 * the page and one more, which shows whether there are more, from the position on: newest first, or oldest
 * first when going to newer ones. Where the page is empty there is one row with nothing but `total_count`.
 * The plan decides about time and nothing else.
 */
export function listStatement(wanted: WantedPage, plan: Plan): ListStatement {
  const { values, bind } = binder();
  const conditions = conditionsOf(wanted, bind);
  const { scope, order } = conditions;
  const text = `${keysSql(conditions, plan)}
    select total.total_count, ${ROW_COLUMNS}
      from total left join (keys join payouts.payouts as p on ${all(scope)}
                                  and p.created_at = keys.created_at and p.seq = keys.seq) on true
     order by ${order}`;
  return { text, values };
}

/** What the two tables `total` and `keys` hold: a number, and where the rows of the page stand. */
function keysSql(conditions: Conditions, plan: Plan): string {
  switch (plan.by) {
    case "totals":
      return listByTotals(conditions, plan.counted);
    case "sorting":
      return listBySorting(conditions);
    case "walking":
      return listByWalking(conditions);
  }
}
