import type { DatabaseTime } from "@flowlix/persistence";
import { modeOf } from "@flowlix/runtime";
import type { RefundsDeps } from "../deps.ts";
import { lookInMs } from "../look/look-schedule.ts";
import { recordAnomaly } from "../anomalies/record-anomaly.ts";
import { advance, isTerminal, verdictOn, type RefundEvent, type RefundState } from "./refund-lifecycle.ts";
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
    if (verdict === "contradiction") {
      await recordContradiction(deps, current, event);
      return current;
    }
    const recorded =
      verdict === "assured"
        ? await endDoubt(deps, current)
        : await move(deps, current, advance(stateOf(current), event, time.nowSeconds()), nextLookInMs);
    if (recorded !== null) return recorded;
    const seen = await deps.store.read(row.id);
    // Rows are never deleted here.
    if (seen === null) throw new Error("a refund's row is gone");
    current = seen;
  }
  return current;
}

/** Null where another writer was first. */
async function endDoubt({ store }: Pick<RefundsDeps, "store">, row: RefundRow): Promise<RefundRow | null> {
  return (await store.endDoubt(row.id, row.version)) ? { ...row, in_doubt: false } : null;
}

/** Null where another writer was first. */
async function move(
  { store, metrics }: Pick<RefundsDeps, "store" | "metrics">,
  row: RefundRow,
  state: RefundState,
  nextLookInMs: number | undefined,
): Promise<RefundRow | null> {
  const next = movedRow(row, state);
  const event = statusEvent(next, state.updated_at);
  const { id, version } = row;
  const due = nextLookInMs ?? lookInMs(state, 0);
  if (!(await store.move({ id, version, state, lookInMs: due, event }))) return null;
  const mode = modeOf(next.livemode);
  metrics.transitions.inc({ from: row.status, to: next.status, mode });
  if (row.status !== next.status && isTerminal(next.status))
    metrics.amounts.inc({ currency: next.currency, state: next.status, mode }, next.amount);
  return next;
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
