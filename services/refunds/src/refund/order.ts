import { orderReference, type RefundOrder } from "@flowlix/provider";
import type { RefundRow } from "./refund.entity.ts";

/**
 * What names a Refund at its provider: our id is the reference, the Payment's order that was charged the charge
 * (docs/design/architecture.md#rule-1). The acquirer's own id of either is passed on as a hint.
 */
export const orderOf = (row: RefundRow): RefundOrder => ({
  reference: row.id,
  charge: orderReference({ id: row.payment_id, attempt: row.charge_attempt ?? 1 }),
  amount: row.amount,
  currency: row.currency,
  livemode: row.livemode,
  ...(row.acquirer_id === null ? {} : { acquirerId: row.acquirer_id }),
  ...(row.charge_acquirer_id === null ? {} : { chargeAcquirerId: row.charge_acquirer_id }),
  ...(row.charge_submitted_ms === null ? {} : { chargeSubmittedMs: row.charge_submitted_ms }),
});

/** No request takes longer. Nothing is sent later than this after the row was made. */
const SUBMITTED_WITHIN_MS = 120_000;

/** The same with what reads and closings are given beside it. */
export const askedOrderOf = (row: RefundRow): RefundOrder => {
  const firstMs = row.created_at.getTime();
  const lastMs = Math.max(row.submit_until?.getTime() ?? 0, firstMs + SUBMITTED_WITHIN_MS);
  return { ...orderOf(row), submittedBetween: { firstMs, lastMs } };
};
