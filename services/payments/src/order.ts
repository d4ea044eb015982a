import type { Order } from "@flowlix/provider";
import type { PaymentsDeps } from "./deps.ts";
import type { PaymentRow } from "./payment.entity.ts";

/** The Payment as its provider knows it: our id is the reference (architecture §2 rule 1). */
export function orderOf(deps: Pick<PaymentsDeps, "returnTokens" | "settings">, row: PaymentRow): Order {
  return {
    reference: row.id,
    amount: row.amount,
    currency: row.currency,
    livemode: row.livemode,
    return_url: `${deps.settings.publicUrl}/return/${row.id}/${deps.returnTokens.tokenFor(row.id)}`,
    customer_ip_address: row.customer_ip_address,
    merchant_customer_id: row.merchant_customer_id,
  };
}
