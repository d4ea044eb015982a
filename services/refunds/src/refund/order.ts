import type { RefundOrder } from "@flowlix/provider";
import type { RefundRow } from "./refund.entity.ts";

/**
 * What names a Refund at its provider: our id is the reference, the Payment's the charge
 * (docs/design/architecture.md#rule-1).
 */
export const orderOf = ({ id, payment_id, amount, currency, livemode }: RefundRow): RefundOrder => ({
  reference: id,
  charge: payment_id,
  amount,
  currency,
  livemode,
});
