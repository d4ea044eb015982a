import type { TransferRead } from "@flowlix/provider";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { Claimed } from "../lifecycle/end-attempt.ts";
import { transferFactOf } from "@flowlix/engine";
import { isTerminal } from "../lifecycle/refund-lifecycle.ts";
import { recordFact } from "../lifecycle/record-fact.ts";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";

/** A create answers PROCESSING. The status sync records that the money was returned; it is due at once. */
export async function leaveToSync(
  deps: RefundsDeps,
  { row, time }: Claimed,
  succeeded: Extract<TransferRead, { kind: "succeeded" }>,
): Promise<RefundRow> {
  // With the acquirer's own id, where it reported one.
  const underWay = transferFactOf({ ...succeeded, kind: "in_progress", stage: "processing" });
  const recorded = await applyEvent(deps, row, underWay, time, 0);
  deps.syncSoon();
  // It may have ended meanwhile. The provider's answer may contradict that end, so it is applied as well.
  return isTerminal(recorded.status) ? recordFact(deps, recorded, succeeded, time) : recorded;
}
