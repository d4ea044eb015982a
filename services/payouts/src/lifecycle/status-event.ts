import { PAYOUT_EVENT_TYPES, type PayoutEvent } from "@flowlix/contracts";
import { currentTrace, newId } from "@flowlix/runtime";
import { stateOf, viewOf } from "../payout/payout-view.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/** An event as the outbox keeps it. */
export interface OutboxEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: string;
  /** Of what made it happen, as its webhook will carry it. */
  readonly traceparent?: string | undefined;
}

/**
 * One event for each status entered, the one a Payout is born in included, with the Payout as its GET
 * now shows it (decisions §9).
 */
export function statusEvent(row: PayoutRow): OutboxEvent {
  const event: PayoutEvent = {
    id: newId("event"),
    type: PAYOUT_EVENT_TYPES[row.status],
    created_at: stateOf(row).updated_at,
    livemode: row.livemode,
    data: { payout: viewOf(row) },
  };
  return {
    id: event.id,
    type: event.type,
    payload: JSON.stringify(event),
    traceparent: currentTrace()?.traceparent,
  };
}
