import { PAYOUT_EVENT_TYPES, type PayoutEvent } from "@flowlix/contracts";
import { outboxEvent, type OutboxEvent } from "@flowlix/engine";
import { stateOf, viewOf } from "../payout/payout-view.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";

/**
 * One event for each status entered, the one a Payout begins in included, with the Payout as its GET
 * now shows it (docs/design/decisions.md#webhooks).
 */
export const statusEvent = (row: PayoutRow): OutboxEvent =>
  outboxEvent<PayoutEvent>({
    type: PAYOUT_EVENT_TYPES[row.status],
    created_at: stateOf(row).updated_at,
    livemode: row.livemode,
    data: { payout: viewOf(row) },
  });
