import type { Pool } from "pg";
import { query } from "@flowlix/persistence";
import type { Scope } from "@flowlix/contracts";
import { createTurns } from "@flowlix/runtime";
import { pageStatement, type PageRow, type Position, type WantedPage } from "./page-statement.ts";

export interface PaymentsLists {
  /** Where a Payment of this merchant's mode stands; null where it has none of that id. */
  position(scope: Scope, id: string): Promise<Position | null>;
  /** The rows of a page and one more, beginning at the position (`pageStatement`). */
  page(wanted: WantedPage): Promise<PageRow[]>;
}

/**
 * A search for what is rare reads a merchant's whole range of its index. So one such search of a merchant
 * runs at a time, and of all merchants as many as leave a connection to those who read one Payment.
 */
const TURNS = { waitingOfKeyMax: 256, waitingMax: 2_048, waitMaxMs: 10_000 };

/** Lists over the connections for reading, of which there are `connections`. */
export function createPaymentsLists(read: Pool, connections: number): PaymentsLists {
  const turns = createTurns({ ...TURNS, atOnce: Math.max(1, connections - 1) });
  return {
    position: async (scope, id) => {
      const rows = await query<Position>(read, {
        name: "payments_position",
        text: `select p.created_at::text as created_at, p.seq::text as seq
                 from payments.payments as p where p.id = $1 and p.merchant_id = $2 and p.livemode = $3`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0] ?? null;
    },
    page: (wanted) => {
      const statement = pageStatement(wanted);
      return turns.take(wanted.scope.merchant_id, () => query<PageRow>(read, statement));
    },
  };
}
