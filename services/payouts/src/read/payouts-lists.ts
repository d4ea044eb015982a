import { findPosition, type From } from "@flowlix/engine";
import type { Scope } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import { createTurns } from "@flowlix/runtime";
import type { WantedPage } from "./list-conditions.ts";
import { LIST_BOUNDS, listStatement, sizeMatters, type ListBounds, type Size } from "./list-statement.ts";
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
 * One page of a merchant is looked for at a time, and of all merchants as many as leave a connection to those
 * who ask where a cursor stands: that takes no turn, and a search may take seconds.
 */
const TURNS = { waitingOfKeyMax: 256, waitingMax: 2_048, waitMaxMs: 10_000 };

/** Lists over connections of their own, of which there are so many. */
export function createPayoutsLists(
  pool: Pool,
  connections: number,
  bounds: ListBounds = LIST_BOUNDS,
): PayoutsLists {
  const turns = createTurns({ ...TURNS, atOnce: Math.max(1, connections - 1) });
  return {
    from: (scope, id, going) => findPosition(pool, "payouts", { scope, id, going }),
    page: async (wanted) => {
      const found = await turns.take(wanted.scope.merchant_id, async () => {
        const size = sizeMatters(wanted) ? await sizeOf(pool, wanted) : EMPTY;
        return query<CountedRow>(pool, listStatement(wanted, size, bounds));
      });
      return { rows: found.filter(({ id }) => id !== null), totalCount: found[0]?.total_count ?? 0 };
    },
  };
}

const EMPTY: Size = { all: 0, ofGroups: 0 };

/** Without those that are not folded yet. */
async function sizeOf(pool: Pool, { scope, status, currency, card_brand }: WantedPage): Promise<Size> {
  const [size] = await query<Size>(pool, {
    name: "payouts_size",
    text: `select coalesce(sum(t.payouts), 0)::bigint as "all",
                  coalesce(sum(t.payouts) filter (
                    where (cardinality($3::text[]) = 0 or t.status = any($3))
                      and (cardinality($4::text[]) = 0 or t.currency = any($4))
                      and (cardinality($5::text[]) = 0 or t.card_brand = any($5))), 0)::bigint as "ofGroups"
             from payouts.totals as t where t.merchant_id = $1 and t.livemode = $2`,
    values: [scope.merchant_id, scope.livemode, status, currency, card_brand],
  });
  return size ?? EMPTY;
}
