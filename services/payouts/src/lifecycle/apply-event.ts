import type { DatabaseTime } from "@flowlix/persistence";
import { modeOf } from "@flowlix/runtime";
import { recordAnomaly } from "../anomalies/record-anomaly.ts";
import type { PayoutsDeps } from "../deps.ts";
import { lookInMs } from "../look/look-schedule.ts";
import { advance, isTerminal, verdictOn, type PayoutEvent } from "./payout-lifecycle.ts";
import { stateOf, withState } from "../payout/payout-view.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import { statusEvent } from "./status-event.ts";

/** Writers compete by version; this many lost races in a row is no contention of one Payout (decisions §10). */
const TRIES_MAX = 3;

export type Applied =
  | { readonly kind: "recorded"; readonly row: PayoutRow; readonly changed: boolean }
  /** The update was lost to others every time. */
  | { readonly kind: "lost" }
  /** The row is not there any more. */
  | { readonly kind: "gone" };

/**
 * Records what happened to a Payout: a move with its event in one transaction, nothing for old news, an
 * anomaly for a contradiction (architecture §2 rules 7 to 9). `row` is the row as last seen.
 */
export async function applyEvent(
  deps: Pick<PayoutsDeps, "store" | "anomalies" | "metrics">,
  row: PayoutRow,
  event: PayoutEvent,
  time: DatabaseTime,
): Promise<Applied> {
  let current = row;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const verdict = verdictOn(stateOf(current), event);
    if (verdict === "contradiction") await recordContradiction(deps, current, event);
    if (verdict !== "advance") return { kind: "recorded", row: current, changed: false };
    const next = movedRow(current, event, time);
    if (await move(deps, current, next)) {
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

const movedRow = (row: PayoutRow, event: PayoutEvent, time: DatabaseTime): PayoutRow => ({
  ...withState(row, advance(stateOf(row), event, time.nowSeconds())),
  version: row.version + 1,
  submission: null,
  submit_until: null,
  look_count: 0,
});

const move = (deps: Pick<PayoutsDeps, "store">, from: PayoutRow, to: PayoutRow): Promise<boolean> =>
  deps.store.move({
    id: from.id,
    version: from.version,
    from: from.status,
    state: stateOf(to),
    lookInMs: lookInMs(to.status, 0),
    event: statusEvent(to),
  });

function recordContradiction(
  deps: Pick<PayoutsDeps, "anomalies">,
  row: PayoutRow,
  event: PayoutEvent,
): Promise<void> {
  const said = event.type === "failed" ? `failed (${event.code})` : event.type;
  const kind = event.type === "succeeded" ? "executed_after_end" : "outcome_mismatch";
  const detail = `the provider reports "${said}" of a payout that is recorded as ${row.status}`;
  return recordAnomaly(deps, row, kind, detail);
}
