import type { Scope } from "@flowlix/contracts";
import { findOpen } from "@flowlix/engine";
import { query, type Pool } from "@flowlix/persistence";
import { isTerminal } from "../lifecycle/payout-lifecycle.ts";
import { ROW_COLUMNS } from "../payout/payout-columns.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

export interface PayoutsReads {
  /** One indexed read within a merchant's mode. */
  get(scope: Scope, id: string): Promise<PayoutRow | null>;
  /** Of these ids, of any merchant, those whose Payout may still change. */
  open(ids: readonly string[]): Promise<string[]>;
}

export function createPayoutsReads(read: Pool): PayoutsReads {
  return {
    get: async (scope, id) => {
      const rows = await query<PayoutRow>(read, {
        name: "payouts_get",
        text: `select ${ROW_COLUMNS} from payouts.payouts as p where p.id = $1 and p.merchant_id = $2 and p.livemode = $3`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0] ?? null;
    },
    open: (ids) => findOpen<PayoutRow>(read, { owner: "payouts", isTerminal }, ids),
  };
}
