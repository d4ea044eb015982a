import { PAYMENT_EVENT_TYPES, type PaymentEvent } from "@flowlix/contracts";
import { currentTrace, newId } from "@flowlix/runtime";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { viewOf } from "../payment/payment-view.ts";

/** An event as the outbox keeps it. */
export interface OutboxEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: string;
  /** Of what made it happen, as its webhook will carry it. */
  readonly traceparent?: string | undefined;
}

/**
 * One event for each status entered, with the Payment as its GET now shows it; null for a status that is
 * told to nobody (decisions §9). `at` is the Unix second of the change.
 */
export function statusEvent(row: PaymentRow, at: number): OutboxEvent | null {
  const type = PAYMENT_EVENT_TYPES[row.status];
  if (type === null) return null;
  const event: PaymentEvent = {
    id: newId("event"),
    type,
    created_at: at,
    livemode: row.livemode,
    data: { payment: viewOf(row) },
  };
  return {
    id: event.id,
    type,
    payload: JSON.stringify(event),
    traceparent: currentTrace()?.traceparent,
  };
}
