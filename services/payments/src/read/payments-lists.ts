import { findPosition, type From } from "@flowlix/engine";
import type { Pool } from "pg";
import { query } from "@flowlix/persistence";
import type { Scope } from "@flowlix/contracts";
import { createFairQueue } from "@flowlix/runtime";
import { pageStatement, type PageRow, type WantedPage } from "./page-statement.ts";

export interface PaymentsLists {
  /** From where a Payment of this merchant's mode stands; null where it has none of that id. */
  from(scope: Scope, id: string, going: From["going"]): Promise<From | null>;
  /** The rows of a page and one more, beginning at the position (`pageStatement`). */
  page(wanted: WantedPage): Promise<PageRow[]>;
}

/**
 * A search for something rare reads a merchant's whole range of its index. So one search of a merchant runs
 * at a time, and of all merchants as many as leave a connection to reads of one Payment.
 */
const QUEUE = { waitingOfKeyMax: 256, waitingMax: 2_048, waitMaxMs: 10_000 };

/** Lists over the `connections` connections for reading. */
export function createPaymentsLists(read: Pool, connections: number): PaymentsLists {
  const queue = createFairQueue({ ...QUEUE, atOnce: Math.max(1, connections - 1) });
  return {
    from: (scope, id, going) => findPosition(read, "payments", { scope, id, going }),
    page: (wanted) => {
      const statement = pageStatement(wanted);
      return queue.run(wanted.scope.merchant_id, () => query<PageRow>(read, statement));
    },
  };
}
