import type { Refund } from "@flowlix/contracts";
import type { DatabaseTime } from "@flowlix/persistence";
import { codeOfNotExecuted, deadlineIn, type TransferOutcome } from "@flowlix/provider";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { Attempt } from "./create-refund.ts";
import type { RefundsDeps } from "../deps.ts";
import { orderOf } from "../refund/order.ts";
import { noteContradiction } from "../anomalies/record-anomaly.ts";
import type { RefundEvent } from "../lifecycle/refund-lifecycle.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { acceptedView } from "../refund/refund-view.ts";
import { tellPayment } from "../telling/tell-payment.ts";

/** A PENDING row whose only submission this attempt has claimed. */
export interface Claimed {
  readonly row: RefundRow;
  readonly time: DatabaseTime;
}

/**
 * Submits a claimed Refund, the one time that it is ever submitted, and records what comes of it. No
 * provider call outlives the claim (architecture §2 rules 3 and 4).
 */
export async function submitRefund(
  deps: RefundsDeps,
  { request, requestId, startedAt }: Attempt,
  { row, time }: Claimed,
): Promise<Refund> {
  const provider = deps.providerFor(row.livemode);
  if (provider === null) throw new Error("a refund was begun without a provider");
  const untilClaimEnds = request.start_before - time.nowMs();
  const ownShare = deps.settings.ownerDeadlineMs - (performance.now() - startedAt);
  const deadline = deadlineIn(Math.min(untilClaimEnds, ownShare));
  const outcome = await provider.refunds.submit(orderOf(row), deadline, requestId);
  await noteContradiction(deps, row, outcome);
  // What the provider has already done shows with the first look: a create answers PROCESSING or FAILED.
  const settledInMs = outcome.kind === "succeeded" ? 0 : undefined;
  const recorded = await applyEvent(deps, row, eventOf(outcome), time, settledInMs);
  if (settledInMs !== undefined) deps.lookSoon();
  await tellPayment(deps, recorded, requestId);
  return acceptedView(recorded);
}

/**
 * What the outcome of the only submission means. Known not to have been executed, it never will be: FAILED
 * (decisions §10). Unknown is not failed: PROCESSING, in doubt, and looked up (decisions §6).
 */
function eventOf(outcome: TransferOutcome): RefundEvent {
  switch (outcome.kind) {
    case "failed":
      return { type: "failed", code: outcome.code };
    case "not_executed":
      return { type: "failed", code: codeOfNotExecuted(outcome) };
    case "succeeded":
    case "in_progress":
      return { type: "submitted", inDoubt: false };
    case "unknown":
      return { type: "submitted", inDoubt: true };
  }
}
