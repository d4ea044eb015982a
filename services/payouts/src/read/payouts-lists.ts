import type { Scope } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import { createTurns } from "@flowlix/runtime";
import type { Position, WantedPage } from "./list-conditions.ts";
import { LIST_BOUNDS, listStatement, sizeMatters, type ListBounds } from "./list-statement.ts";
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
export function createPayoutsLists(
  pool: Pool,
  connections: number,
  bounds: ListBounds = LIST_BOUNDS,
): PayoutsLists {
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
      const found = await turns.take(wanted.scope.merchant_id, async () => {
        const size = sizeMatters(wanted) ? await sizeOf(pool, wanted.scope) : 0;
        return query<CountedRow>(pool, listStatement(wanted, size, bounds));
      });
      return { rows: found.filter(({ id }) => id !== null), totalCount: found[0]?.total_count ?? 0 };
    },
  };
}

/** How many Payouts the merchant's mode has, but for those that are not folded yet. */
async function sizeOf(pool: Pool, { merchant_id, livemode }: Scope): Promise<number> {
  const [row] = await query<{ size: number }>(pool, {
    name: "payouts_size",
    text: `select coalesce(sum(t.payouts), 0)::bigint as size
             from payouts.totals as t where t.merchant_id = $1 and t.livemode = $2`,
    values: [merchant_id, livemode],
  });
  return row?.size ?? 0;
}
