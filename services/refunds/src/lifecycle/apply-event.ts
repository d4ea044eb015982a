import type { DatabaseTime } from "@flowlix/persistence";
import type { RefundsDeps } from "../deps.ts";
import { lookInMs } from "../look/look-schedule.ts";
import { recordAnomaly } from "../anomalies/record-anomaly.ts";
import { advance, verdictOn, type RefundEvent } from "./refund-lifecycle.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { movedRow, stateOf } from "../refund/refund-view.ts";
import { statusEvent } from "./status-event.ts";

/** Writers compete by version; this many lost races in a row is no contention of one Refund. */
const TRIES_MAX = 3;

/**
 * Records what happened to a Refund: a move with its event in one transaction, nothing for old news, an
 * anomaly for a contradiction (architecture §2 rules 7 to 9). `row` is the row as last seen; answers it as
 * it then is. `nextLookInMs` is where the next look must not wait for the schedule.
 */
export async function applyEvent(
  deps: Pick<RefundsDeps, "store" | "anomalies" | "metrics">,
  row: RefundRow,
  event: RefundEvent,
  time: DatabaseTime,
  nextLookInMs?: number,
): Promise<RefundRow> {
  let current = row;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const verdict = verdictOn(stateOf(current), event);
    if (verdict === "same") return current;
    if (verdict === "assured") {
      await deps.store.endDoubt(current.id);
      return { ...current, in_doubt: false };
    }
    if (verdict === "contradiction") {
      await recordContradiction(deps, current, event);
      return current;
    }
    const state = advance(stateOf(current), event, time.nowSeconds());
    const next = movedRow(current, state);
    const told = statusEvent(next, state.updated_at);
    const { id, version } = current;
    const due = nextLookInMs ?? lookInMs(state, 0);
    if (await deps.store.move({ id, version, state, lookInMs: due, event: told })) {
      deps.metrics.transitions.inc({ from: current.status, to: next.status });
      return next;
    }
    const seen = await deps.store.read(row.id);
    // Rows are never deleted here.
    if (seen === null) throw new Error("a refund's row is gone");
    current = seen;
  }
  return current;
}

async function recordContradiction(
  deps: Pick<RefundsDeps, "anomalies">,
  row: RefundRow,
  event: RefundEvent,
): Promise<void> {
  const said = event.type === "failed" ? `failed (${event.code})` : event.type;
  const kind = event.type === "succeeded" ? "executed_after_end" : "outcome_mismatch";
  const detail = `the provider reports "${said}" of a refund that is recorded as ${row.status}`;
  await recordAnomaly(deps, row, kind, detail);
}
