import { PAYMENT_EVENT_TYPES, type PaymentEvent } from "@flowlix/contracts";
import { outboxEvent, type OutboxEvent } from "@flowlix/engine";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { viewOf } from "../payment/payment-view.ts";

/**
 * One event for each status entered, with the Payment as its GET now shows it; null for a status that is
 * not notified (docs/design/decisions.md#webhooks). `at` is the Unix second of the change.
 */
export function statusEvent(row: PaymentRow, at: number): OutboxEvent | null {
  const type = PAYMENT_EVENT_TYPES[row.status];
  if (type === null) return null;
  const data = { payment: viewOf(row) };
  return outboxEvent<PaymentEvent>({ type, created_at: at, livemode: row.livemode, data });
}
