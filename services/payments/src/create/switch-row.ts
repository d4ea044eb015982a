import { NOW_MS, query, type Pool } from "@flowlix/persistence";
import { ROW_COLUMNS } from "../payment/payment-columns.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** The order at the second account is the Payment's second one, so that neither can be taken for the other. */
export const SECOND = 2;

/** The row as the attempt claimed it. */
interface Claim {
  readonly id: string;
  readonly version: number;
  readonly submission: string;
}

/** The new row; null where it is not the attempt's own any more, or has gone to a second account already. */
export async function switchRow(
  pool: Pool,
  { id, version, submission }: Claim,
  to: Pick<PaymentRow, "provider" | "provider_account" | "route">,
): Promise<(PaymentRow & { readonly now_ms: number }) | null> {
  const rows = await query<PaymentRow & { readonly now_ms: number }>(pool, {
    name: "payments_switch_account",
    text: `update payments.payments as p
              set provider = $4, provider_account = $5, route = $6, card_attempt = ${SECOND}, order_sent = true,
                  acquirer_id = null, version = p.version + 1
            where p.id = $1 and p.version = $2 and p.status = 'PENDING' and p.submission = $3
              and p.card_attempt is null and platform.clock() < p.submit_until
        returning ${ROW_COLUMNS}, ${NOW_MS} as now_ms`,
    values: [id, version, submission, to.provider, to.provider_account, to.route],
  });
  return rows[0] ?? null;
}
