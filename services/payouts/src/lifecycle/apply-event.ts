import {
  applyFact,
  contradictTransfer,
  countMove,
  recordUnseen,
  transferEventOf,
  type Applied,
  type TransferEvent,
  type TransferFact,
} from "@flowlix/engine";
import { payoutsJournal } from "../journal/journal-tables.ts";
import type { DatabaseTime } from "@flowlix/persistence";
import type { PayoutsDeps } from "../deps.ts";
import { syncInMs } from "../status-sync/sync-schedule.ts";
import { advance, isTerminal, verdictOn, type PayoutEvent } from "./payout-lifecycle.ts";
import { stateOf, withState } from "../payout/payout-view.ts";
import type { PayoutRow } from "../payout/payout.entity.ts";
import { statusEvent } from "./status-event.ts";

/** Records what the provider said of a Payout (`applyFact`). `row` is the row as last seen. */
export const applyEvent = (
  deps: Pick<PayoutsDeps, "store" | "exceptions" | "metrics">,
  row: PayoutRow,
  fact: TransferFact,
  time: DatabaseTime,
): Promise<Applied<PayoutRow>> =>
  applyFact<PayoutRow, TransferEvent>(
    {
      eventOf: (current) => transferEventOf(fact, current),
      verdictOn: (current, event) => verdictOn(stateOf(current), event),
      move: async (current, event) => {
        if (fact.isUndone) await recordUnseen(deps, current, "payout");
        return moveOnce(deps, current, event, time, { acquirerId: fact.acquirerId });
      },
      recordContradiction: (current, event) =>
        contradictTransfer(deps, current, event, { noun: "payout", undone: payoutsJournal.undone }),
      read: ({ id }) => deps.store.read(id),
    },
    row,
  );

interface MoveOptions {
  /** The submission whose claim the row must still have; null where any will do. */
  readonly claim?: string | null;
  /** The acquirer's own id, where its answer is the reason and told one. */
  readonly acquirerId?: string | null;
}

/**
 * One compare-and-swap on the version of `row`, and on the claim where one is named. Null where another writer was
 * first.
 */
export async function moveOnce(
  deps: Pick<PayoutsDeps, "store" | "metrics">,
  row: PayoutRow,
  event: PayoutEvent,
  time: DatabaseTime,
  { claim = null, acquirerId = null }: MoveOptions = {},
): Promise<PayoutRow | null> {
  const next = { ...movedRow(row, event, time), acquirer_id: row.acquirer_id ?? acquirerId };
  if (!(await move(deps, row, next, claim))) return null;
  countMove(deps.metrics, row, next, isTerminal(next.status));
  return next;
}

const movedRow = (row: PayoutRow, event: PayoutEvent, time: DatabaseTime): PayoutRow => ({
  ...withState(row, advance(stateOf(row), event, time.nowSeconds())),
  version: row.version + 1,
  submission: null,
  submit_until: null,
  absent_at: null,
  look_count: 0,
});

const move = (
  deps: Pick<PayoutsDeps, "store">,
  from: PayoutRow,
  to: PayoutRow,
  claim: string | null,
): Promise<boolean> =>
  deps.store.move({
    id: from.id,
    version: from.version,
    claim,
    from: from.status,
    state: stateOf(to),
    acquirerId: to.acquirer_id,
    syncInMs: syncInMs(to.status, 0),
    event: statusEvent(to),
  });
