import { findPosition, type From } from "@flowlix/engine";
import type { Scope } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import { createFairQueue } from "@flowlix/runtime";
import { choosePlan, LIST_BOUNDS, type ListBounds } from "./choose-plan.ts";
import type { WantedPage } from "./list-conditions.ts";
import { listStatement } from "./list-statement.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** What a list's statement answers: `id` is null in the one row of an empty page. */
type CountedRow = PayoutRow & { readonly id: string | null; readonly total_count: number };

export interface FoundPage {
  /** The rows of the page and one more, from the position on. */
  readonly rows: readonly PayoutRow[];
  readonly totalCount: number;
}

export interface PayoutsLists {
  /** From where a Payout of this merchant's mode stands; null where it has none of that id. */
  from(scope: Scope, id: string, going: From["going"]): Promise<From | null>;
  page(wanted: WantedPage): Promise<FoundPage>;
}

/**
 * One page of a merchant is read at a time, and of all merchants one page fewer than there are connections.
 * Positions of cursors do not queue: the connection that is left is theirs, since a search may take seconds.
 */
const QUEUE = { waitingOfKeyMax: 256, waitingMax: 2_048, waitMaxMs: 10_000 };

/** Lists over so many connections of their own. */
export function createPayoutsLists(
  pool: Pool,
  connections: number,
  bounds: ListBounds = LIST_BOUNDS,
): PayoutsLists {
  const queue = createFairQueue({ ...QUEUE, atOnce: Math.max(1, connections - 1) });
  return {
    from: (scope, id, going) => findPosition(pool, "payouts", { scope, id, going }),
    page: async (wanted) => {
      const found = await queue.run(wanted.scope.merchant_id, async () => {
        const plan = await choosePlan(pool, wanted, bounds);
        return query<CountedRow>(pool, listStatement(wanted, plan));
      });
      return { rows: found.filter(({ id }) => id !== null), totalCount: found[0]?.total_count ?? 0 };
    },
  };
}
