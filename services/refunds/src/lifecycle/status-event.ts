import { REFUND_EVENT_TYPES, type RefundEvent } from "@flowlix/contracts";
import { currentTrace, newId } from "@flowlix/runtime";
import type { RefundRow } from "../refund/refund.entity.ts";
import { viewOf } from "../refund/refund-view.ts";

/** An event as the outbox keeps it. */
export interface OutboxEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: string;
  /** Of what made it happen, as its webhook will carry it. */
  readonly traceparent?: string | undefined;
}

/**
 * One event for each status entered, with the Refund as its GET now shows it; null for a status that is
 * told to nobody (decisions §9). `at` is the Unix second of the change.
 */
export function statusEvent(row: RefundRow, at: number): OutboxEvent | null {
  const refund = viewOf(row);
  const type = REFUND_EVENT_TYPES[refund.status];
  if (type === null) return null;
  const event: RefundEvent = {
    id: newId("event"),
    type,
    created_at: at,
    livemode: row.livemode,
    data: { refund },
  };
  return {
    id: event.id,
    type,
    payload: JSON.stringify(event),
    traceparent: currentTrace()?.traceparent,
  };
}
