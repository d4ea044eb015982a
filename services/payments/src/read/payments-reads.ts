import type { Pool } from "pg";
import { findOpen } from "@flowlix/engine";
import { query, type NamedStatement } from "@flowlix/persistence";
import type { Scope } from "@flowlix/contracts";
import { isTerminal } from "../lifecycle/payment-lifecycle.ts";
import { ROW_COLUMNS } from "../payment/payment-columns.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

export interface PaymentsReads {
  /** One indexed read within a merchant's mode. */
  get(scope: Scope, id: string): Promise<PaymentRow | null>;
  /** Of these ids, of any merchant, those whose Payment may still change. */
  open(ids: readonly string[]): Promise<string[]>;
}

const GET: NamedStatement = {
  name: "payments_get",
  text: `select ${ROW_COLUMNS} from payments.payments as p where p.id = $1 and p.merchant_id = $2 and p.livemode = $3`,
};

/** Prepared on every connection for reads before the first call comes. */
export const READ_STATEMENTS: readonly NamedStatement[] = [GET];

export function createPaymentsReads(read: Pool): PaymentsReads {
  return {
    get: async (scope, id) => {
      const rows = await query<PaymentRow>(read, {
        ...GET,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0] ?? null;
    },
    open: (ids) => findOpen<PaymentRow>(read, { owner: "payments", isTerminal }, ids),
  };
}
