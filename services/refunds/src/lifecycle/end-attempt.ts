import type { DatabaseTime } from "@flowlix/persistence";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { stateOf } from "../refund/refund-view.ts";
import { asRecorded, recordMove } from "./record-move.ts";
import { advance, type AttemptEnd } from "./refund-lifecycle.ts";

/** A PENDING row with the claim of its only submission: an attempt's own, or one that it found lapsed. */
export interface Claimed {
  readonly row: RefundRow;
  readonly time: DatabaseTime;
}

/**
 * Records what an attempt knows of itself alone, by one compare-and-swap on the claim that it saw; never again on a
 * newer row. Where somebody else was first, or the answer to its own commit was lost, it answers with what is recorded
 * (docs/design/architecture.md#rule-4 and #rule-9).
 */
export async function endAttempt(
  deps: Pick<RefundsDeps, "store" | "metrics">,
  { row, time }: Claimed,
  end: AttemptEnd,
): Promise<RefundRow> {
  if (row.submission === null) throw new Error("an attempt ends without a claim");
  const state = advance(stateOf(row), end, time.nowSeconds());
  return (await recordMove(deps, row, state, { claim: row.submission })) ?? asRecorded(deps, row);
}
