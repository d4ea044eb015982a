import type { Payout } from "@flowlix/contracts";
import { deadlineIn } from "@flowlix/provider";
import type { Attempt } from "./attempt.ts";
import type { PayoutsDeps } from "../deps.ts";
import type { Claimed } from "../lifecycle/end-attempt.ts";
import { cardOf, orderOf } from "../payout/order.ts";
import { recordOutcome } from "./record-outcome.ts";

/**
 * Submits a Payout and records what comes of it. No provider call outlives the claim
 * (docs/design/architecture.md#rule-4): its deadline is what is left until `start_before`, and never more than this
 * service's share.
 */
export async function submitPayout(deps: PayoutsDeps, attempt: Attempt, claimed: Claimed): Promise<Payout> {
  const { request, requestId, card, startedAt } = attempt;
  // The preparation failed before anything was sent (docs/design/specification.md#payout-statuses).
  if (card === null) return recordOutcome(deps, claimed, { kind: "not_executed", cause: "error" });
  const untilClaimEnds = request.start_before - claimed.time.nowMs();
  const ownShare = deps.settings.ownerDeadlineMs - (performance.now() - startedAt);
  const deadline = deadlineIn(Math.min(untilClaimEnds, ownShare));
  const { payouts } = deps.acquirers.of(claimed.row);
  const order = orderOf(claimed.row, card.reveal());
  // The one time that it is ever submitted.
  const outcome = await payouts.submit(order, () => cardOf(card.reveal()), deadline, requestId, false);
  return recordOutcome(deps, claimed, outcome);
}
