import { findPosition, type From } from "@flowlix/engine";
import type { Pool } from "pg";
import { query } from "@flowlix/persistence";
import type { Scope } from "@flowlix/contracts";
import { createFairQueue } from "@flowlix/runtime";
import { groupOfFew } from "./group-of-few.ts";
import type { WantedPage } from "./list-conditions.ts";
import { pageStatement, type PageRow } from "./page-statement.ts";

export interface PaymentsLists {
  /** From where a Payment of this merchant's mode stands; null where it has none of that id. */
  from(scope: Scope, id: string, going: From["going"]): Promise<From | null>;
  /** The rows of a page and one more, beginning at the position (`pageStatement`). */
  page(wanted: WantedPage): Promise<PageRow[]>;
}

/**
 * A list can read all of a merchant's Payments: by what many match, all of them old. So one list of a merchant runs
 * at a time, and of all merchants as many as leave a connection to reads of one Payment.
 */
const QUEUE = { waitingOfKeyMax: 256, waitingMax: 2_048, waitMaxMs: 10_000 };

/** Lists over the `connections` connections for reading. `choose` decides how a page is found, never what is on it. */
export function createPaymentsLists(read: Pool, connections: number, choose = groupOfFew): PaymentsLists {
  const queue = createFairQueue({ ...QUEUE, atOnce: Math.max(1, connections - 1) });
  return {
    from: (scope, id, going) => findPosition(read, "payments", { scope, id, going }),
    page: (wanted) =>
      queue.run(wanted.scope.merchant_id, async () => {
        const few = await choose(read, wanted);
        return query<PageRow>(read, pageStatement(wanted, few));
      }),
  };
}
