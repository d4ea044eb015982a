import { applyFact, recordException, recordUndone } from "@flowlix/engine";
import { refundsJournal } from "../journal/journal-tables.ts";
import type { DatabaseTime } from "@flowlix/persistence";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { stateOf } from "../refund/refund-view.ts";
import { asRecorded, recordMove } from "./record-move.ts";
import { eventOf, type OrderFact } from "./order-fact.ts";
import { advance, verdictOn, type ReportedEvent } from "./refund-lifecycle.ts";

/**
 * Records what the provider said of a Refund (`applyFact`). `row` is the row as last seen; answers it as it then is.
 * `nextSyncInMs` is where the next status sync must not wait for the schedule.
 */
export async function applyEvent(
  deps: Pick<RefundsDeps, "store" | "exceptions" | "metrics">,
  row: RefundRow,
  fact: OrderFact,
  time: DatabaseTime,
  nextSyncInMs?: number,
): Promise<RefundRow> {
  const isAssured = (current: RefundRow, event: ReportedEvent) =>
    verdictOn(stateOf(current), event) === "confirmed";
  const applied = await applyFact<RefundRow, ReportedEvent>(
    {
      eventOf: (current) => eventOf(fact, current),
      verdictOn: (current, event) => {
        const verdict = verdictOn(stateOf(current), event);
        return verdict === "confirmed" ? "advance" : verdict;
      },
      move: (current, event) =>
        isAssured(current, event)
          ? endDoubt(deps, current)
          : recordMove(deps, current, advance(stateOf(current), event, time.nowSeconds()), {
              nextSyncInMs,
              acquirerId: fact.acquirerId,
            }),
      recordContradiction: (current, event) => recordContradiction(deps, current, event),
      read: (current) => asRecorded(deps, current),
    },
    row,
  );
  if (applied.kind === "gone") throw new Error("a refund's row is gone");
  return applied.row;
}

/** Null where another writer was first. */
async function endDoubt({ store }: Pick<RefundsDeps, "store">, row: RefundRow): Promise<RefundRow | null> {
  return (await store.endDoubt(row.id, row.version)) ? { ...row, in_doubt: false } : null;
}

async function recordContradiction(
  deps: Pick<RefundsDeps, "exceptions">,
  row: RefundRow,
  event: ReportedEvent,
): Promise<void> {
  if (event.type === "undone")
    return recordUndone(deps, row, { noun: "refund", kind: refundsJournal.undone });
  const said = event.type === "failed" ? `failed (${event.code})` : event.type;
  const kind = event.type === "succeeded" ? "executed_after_end" : "outcome_mismatch";
  const detail = `the provider reports "${said}" of a refund that is recorded as ${row.status}`;
  await recordException(deps, row, kind, detail);
}
