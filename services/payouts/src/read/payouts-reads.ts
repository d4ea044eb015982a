import type { Scope } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
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
    open: async (ids) => {
      const rows = await query<{ id: string }>(read, {
        name: "payouts_open",
        text: `select p.id from payouts.payouts as p where p.id = any ($1) and p.status not in ('SUCCEEDED', 'FAILED')`,
        values: [ids],
      });
      return rows.map(({ id }) => id);
    },
  };
}
