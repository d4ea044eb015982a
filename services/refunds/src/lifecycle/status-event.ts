import { REFUND_EVENT_TYPES, type RefundEvent } from "@flowlix/contracts";
import { outboxEvent, type OutboxEvent } from "@flowlix/engine";
import type { RefundRow } from "../refund/refund.entity.ts";
import { viewOf } from "../refund/refund-view.ts";

/**
 * One event for each status entered, with the Refund as its GET now shows it; null for a status that is
 * not notified (docs/design/decisions.md#webhooks). `at` is the Unix second of the change.
 */
export function statusEvent(row: RefundRow, at: number): OutboxEvent | null {
  const refund = viewOf(row);
  const type = REFUND_EVENT_TYPES[refund.status];
  if (type === null) return null;
  return outboxEvent<RefundEvent>({ type, created_at: at, livemode: row.livemode, data: { refund } });
}
