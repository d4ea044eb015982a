import { countMove } from "@flowlix/engine";
import type { RefundsDeps } from "../deps.ts";
import { syncInMs } from "../status-sync/sync-schedule.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { movedRow } from "../refund/refund-view.ts";
import { isTerminal, type RefundState } from "./refund-lifecycle.ts";
import { statusEvent } from "./status-event.ts";

export interface MoveOptions {
  /** The submission whose claim the row must still have; absent where any will do. */
  readonly claim?: string;
  /** The acquirer's own id, where its answer is the reason and has one. */
  readonly acquirerId?: string | null;
  /** Where the next status sync must not wait for the schedule. */
  readonly nextSyncInMs?: number | undefined;
}

/** One compare-and-swap on the version of `row`, with its event. Null where another writer was first. */
export async function recordMove(
  { store, metrics }: Pick<RefundsDeps, "store" | "metrics">,
  row: RefundRow,
  state: RefundState,
  { claim, acquirerId = null, nextSyncInMs }: MoveOptions = {},
): Promise<RefundRow | null> {
  const next = movedRow(row, state, acquirerId);
  const event = statusEvent(next, state.updated_at);
  const { id, version } = row;
  const due = nextSyncInMs ?? syncInMs(state, 0);
  const move = { id, version, claim: claim ?? null, state, acquirerId, syncInMs: due, event };
  if (!(await store.move(move))) return null;
  countMove(metrics, row, next, isTerminal(next.status));
  return next;
}

/** The row as it is recorded now, after a lost race. Rows are never deleted here: throws where one is gone. */
export async function asRecorded(
  { store }: Pick<RefundsDeps, "store">,
  { id }: RefundRow,
): Promise<RefundRow> {
  const row = await store.read(id);
  if (row === null) throw new Error("a refund's row is gone");
  return row;
}
