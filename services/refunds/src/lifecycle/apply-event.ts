import {
  applyFact,
  contradictTransfer,
  recordUnseen,
  transferEventOf,
  type TransferEvent,
  type TransferFact,
} from "@flowlix/engine";
import { refundsJournal } from "../journal/journal-tables.ts";
import type { DatabaseTime } from "@flowlix/persistence";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { stateOf } from "../refund/refund-view.ts";
import { recordMove } from "./record-move.ts";
import { advance, verdictOn } from "./refund-lifecycle.ts";

/**
 * Records what the provider said of a Refund (`applyFact`). `row` is the row as last seen; answers it as it then is.
 * `nextSyncInMs` is where the next status sync must not wait for the schedule.
 */
export async function applyEvent(
  deps: Pick<RefundsDeps, "store" | "exceptions" | "metrics">,
  row: RefundRow,
  fact: TransferFact,
  time: DatabaseTime,
  nextSyncInMs?: number,
): Promise<RefundRow> {
  const isAssured = (current: RefundRow, event: TransferEvent) =>
    verdictOn(stateOf(current), event) === "confirmed";
  const applied = await applyFact<RefundRow, TransferEvent>(
    {
      eventOf: (current) => transferEventOf(fact, current),
      verdictOn: (current, event) => {
        const verdict = verdictOn(stateOf(current), event);
        return verdict === "confirmed" ? "advance" : verdict;
      },
      move: async (current, event) => {
        if (isAssured(current, event)) return endDoubt(deps, current);
        if (fact.isUndone) await recordUnseen(deps, current, "refund");
        return recordMove(deps, current, advance(stateOf(current), event, time.nowSeconds()), {
          nextSyncInMs,
          acquirerId: fact.acquirerId,
        });
      },
      recordContradiction: (current, event) =>
        contradictTransfer(deps, current, event, { noun: "refund", undone: refundsJournal.undone }),
      read: ({ id }) => deps.store.read(id),
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
