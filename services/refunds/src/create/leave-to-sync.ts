import { applyEvent } from "../lifecycle/apply-event.ts";
import type { Claimed } from "../lifecycle/end-attempt.ts";
import { factOf } from "../lifecycle/order-fact.ts";
import { isTerminal } from "../lifecycle/refund-lifecycle.ts";
import { recordFact } from "../lifecycle/record-fact.ts";
import type { RefundsDeps } from "../deps.ts";
import type { RefundRow } from "../refund/refund.entity.ts";

const UNDER_WAY = factOf({ kind: "in_progress", stage: "processing" });

/** A create answers PROCESSING. The status sync records that the money was returned; it is due at once. */
export async function leaveToSync(deps: RefundsDeps, { row, time }: Claimed): Promise<RefundRow> {
  const recorded = await applyEvent(deps, row, UNDER_WAY, time, 0);
  deps.syncSoon();
  // It may have ended meanwhile. The provider's answer may contradict that end, so it is applied as well.
  return isTerminal(recorded.status) ? recordFact(deps, recorded, { kind: "succeeded" }, time) : recorded;
}
