import { orderReference, type RefundOrder } from "@flowlix/provider";
import type { RefundRow } from "./refund.entity.ts";

/**
 * What names a Refund at its provider: our id is the reference, the Payment's order that was charged the charge
 * (docs/design/architecture.md#rule-1).
 */
export const orderOf = ({
  id,
  payment_id,
  charge_attempt,
  amount,
  currency,
  livemode,
}: RefundRow): RefundOrder => ({
  reference: id,
  charge: orderReference({ id: payment_id, attempt: charge_attempt ?? 1 }),
  amount,
  currency,
  livemode,
});
