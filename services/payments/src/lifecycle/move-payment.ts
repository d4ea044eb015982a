import type { DatabaseTime } from "@flowlix/persistence";
import { countMove, verifyFirstInMs } from "@flowlix/engine";
import { movedAt } from "@flowlix/engine/lifecycle";
import type { PaymentsDeps } from "../deps.ts";
import { syncInMs } from "../status-sync/sync-schedule.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { stateOf, withState } from "../payment/payment-view.ts";
import { advance, isTerminal, type PaymentEvent, type PaymentState } from "./payment-lifecycle.ts";
import type { Move } from "./record-move.ts";
import { statusEvent } from "./status-event.ts";

/** A move is recorded only if the row still has this version and, where a submission is named, its claim. */
export interface Decided {
  readonly row: PaymentRow;
  readonly event: PaymentEvent;
  /** Moves nothing unless this submission is the one that is claimed; null where it does not matter whose. */
  readonly submission: string | null;
  /** The acquirer's own id of the order, where its answer is the reason and told one. */
  readonly acquirerId?: string | null;
}

/**
 * Moves a Payment once, by one compare-and-swap on the row as it was seen, with its event in the same
 * transaction (docs/design/architecture.md#rule-7 and #rule-9). Null where the row is another one by now; that is also
 * so where this very move was committed and its answer lost.
 */
export async function movePayment(
  deps: Pick<PaymentsDeps, "store" | "metrics">,
  { row, event, submission, acquirerId = null }: Decided,
  time: DatabaseTime,
): Promise<PaymentRow | null> {
  const before = stateOf(row);
  const createdAt = Math.floor(row.created_at.getTime() / 1000);
  const at = movedAt(time.nowSeconds(), [createdAt, ...Object.values(before.transitions)]);
  const state = advance(before, event, at);
  if (event.type === "card_declined") return deps.store.declineCard(row.id, row.version, event.code);
  const next = movedRow(row, state, acquirerId);
  if (!(await deps.store.move({ ...moveTo(row, next, state, at, time), submission, acquirerId })))
    return null;
  countMove(deps.metrics, row, next, isTerminal(next.status));
  return next;
}

const movedRow = (row: PaymentRow, state: PaymentState, acquirerId: string | null): PaymentRow => ({
  ...withState(row, state),
  version: row.version + 1,
  submission: null,
  submit_until: null,
  submitted_until: row.submit_until ?? row.submitted_until,
  acquirer_id: row.acquirer_id ?? acquirerId,
  absent_at: null,
  // Closing the order goes on until the Payment has ended or is being processed.
  expiring: row.expiring && state.status === "REQUIRES_ACTION",
  look_count: 0,
  page_url: isTerminal(state.status) ? null : row.page_url,
});

function moveTo(
  from: PaymentRow,
  to: PaymentRow,
  state: PaymentState,
  at: number,
  time: DatabaseTime,
): Omit<Move, "submission" | "acquirerId"> {
  const expiresInMs =
    state.action_expires_at_ms === null ? null : Math.round(state.action_expires_at_ms - time.nowMs());
  return {
    id: from.id,
    version: from.version,
    state,
    actionExpiresIn: state.action_expires_at_ms === from.action_expires_at?.getTime() ? "kept" : expiresInMs,
    // What the first account said of its order is asked once more: with the end, so that no crash forgets it.
    syncInMs: syncInMs(state.status, 0, expiresInMs) ?? verifyFirstInMs(to),
    event: from.status === to.status ? null : statusEvent(to, at),
  };
}
