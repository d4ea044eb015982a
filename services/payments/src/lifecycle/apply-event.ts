import type { DatabaseTime } from "@flowlix/persistence";
import { modeOf } from "@flowlix/runtime";
import type { PaymentsDeps } from "../deps.ts";
import { advance, isTerminal, verdictOn, type PaymentEvent, type PaymentState } from "./payment-lifecycle.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { lookInMs } from "../look/look-schedule.ts";
import { stateOf, withState } from "../payment/payment-view.ts";
import type { Move } from "./record-move.ts";
import { statusEvent } from "./status-event.ts";

/** Writers compete by version; this many lost races in a row is no contention of one Payment (decisions §10). */
const TRIES_MAX = 3;

export type Applied =
  | { readonly kind: "recorded"; readonly row: PaymentRow; readonly changed: boolean }
  /** The update was lost to others every time. */
  | { readonly kind: "lost" }
  /** The row is not there any more. */
  | { readonly kind: "gone" };

/**
 * Records what happened to a Payment: a move with its event in one transaction, nothing for old news,
 * an anomaly for a contradiction (architecture §2 rules 7 to 9). `row` is the row as last seen.
 */
export async function applyEvent(
  deps: Pick<PaymentsDeps, "store" | "anomalies" | "metrics">,
  row: PaymentRow,
  event: PaymentEvent,
  time: DatabaseTime,
): Promise<Applied> {
  let current = row;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const verdict = verdictOn(stateOf(current), event);
    if (verdict === "same") return { kind: "recorded", row: current, changed: false };
    if (verdict === "contradiction") {
      await recordContradiction(deps, current, event);
      return { kind: "recorded", row: current, changed: false };
    }
    const state = advance(stateOf(current), event, time.nowSeconds());
    const next = movedRow(current, state);
    if (await deps.store.move(moveTo(current, next, state, time))) {
      const mode = modeOf(next.livemode);
      deps.metrics.transitions.inc({ from: current.status, to: next.status, mode });
      if (current.status !== next.status && isTerminal(next.status))
        deps.metrics.amounts.inc({ currency: next.currency, state: next.status, mode }, next.amount);
      return { kind: "recorded", row: next, changed: true };
    }
    const seen = await deps.store.read(row.id);
    if (seen === null) return { kind: "gone" };
    current = seen;
  }
  return { kind: "lost" };
}

const movedRow = (row: PaymentRow, state: PaymentState): PaymentRow => ({
  ...withState(row, state),
  version: row.version + 1,
  submission: null,
  submit_until: null,
  // Whoever is closing the order goes on until its Payment has ended or is being processed.
  expiring: row.expiring && state.status === "REQUIRES_ACTION",
  look_count: 0,
});

function moveTo(from: PaymentRow, to: PaymentRow, state: PaymentState, time: DatabaseTime): Move {
  const expiresInMs =
    state.action_expires_at_ms === null ? null : Math.round(state.action_expires_at_ms - time.nowMs());
  return {
    id: from.id,
    version: from.version,
    state,
    actionExpiresInMs: expiresInMs,
    lookInMs: lookInMs(state.status, 0, expiresInMs),
    event: from.status === to.status ? null : statusEvent(to, time.nowSeconds()),
  };
}

async function recordContradiction(
  deps: Pick<PaymentsDeps, "anomalies">,
  row: PaymentRow,
  event: PaymentEvent,
): Promise<void> {
  const said = event.type === "failed" ? `failed (${event.code})` : event.type;
  await deps.anomalies.record({
    kind: event.type === "succeeded" ? "charged_after_end" : "outcome_mismatch",
    object_id: row.id,
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    detail: `the provider reports "${said}" of a payment that is recorded as ${row.status}`,
  });
}
