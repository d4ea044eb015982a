import type { Scope } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import { createTurns } from "@flowlix/runtime";
import { listStatement, type Position, type WantedPage } from "./list-statement.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** What a list's statement answers: `id` is null in the one row of an empty page. */
type CountedRow = PayoutRow & { readonly id: string | null; readonly total_count: number };

export interface FoundPage {
  /** The rows of the page and one more, from the position on. */
  readonly rows: readonly PayoutRow[];
  readonly totalCount: number;
}

export interface PayoutsLists {
  /** Where a Payout of this merchant's mode stands; null where it has none of that id. */
  position(scope: Scope, id: string): Promise<Position | null>;
  page(wanted: WantedPage): Promise<FoundPage>;
}

/** One page of a merchant is looked for at a time, and of all merchants one for each connection of lists. */
const TURNS = { waitingOfKeyMax: 256, waitingMax: 2_048, waitMaxMs: 10_000 };

/** Lists over connections of their own, of which there are so many. */
export function createPayoutsLists(pool: Pool, connections: number): PayoutsLists {
  const turns = createTurns({ ...TURNS, atOnce: connections });
  return {
    position: async (scope, id) => {
      const rows = await query<Position>(pool, {
        name: "payouts_position",
        text: `select p.created_at::text as created_at, p.seq::text as seq
                 from payouts.payouts as p where p.id = $1 and p.merchant_id = $2 and p.livemode = $3`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0] ?? null;
    },
    page: async (wanted) => {
      const statement = listStatement(wanted);
      const found = await turns.take(wanted.scope.merchant_id, () => query<CountedRow>(pool, statement));
      return { rows: found.filter(({ id }) => id !== null), totalCount: found[0]?.total_count ?? 0 };
    },
  };
}
