import type { Refund } from "@flowlix/contracts";
import { codeOfNotExecuted, deadlineIn, type TransferOutcome } from "@flowlix/provider";
import { endAttempt, type Claimed } from "../lifecycle/end-attempt.ts";
import { attemptDeadline, providerShareMs } from "./attempt-times.ts";
import type { Attempt } from "./attempt.ts";
import type { RefundsDeps } from "../deps.ts";
import { leaveToSync } from "./leave-to-sync.ts";
import { orderOf } from "../refund/order.ts";
import { noteContradiction } from "../exceptions/record-contradiction.ts";
import type { RefundRow } from "../refund/refund.entity.ts";
import { acceptedView } from "../refund/refund-view.ts";
import { recordFact } from "../lifecycle/record-fact.ts";
import { requireShown } from "../reporting/await-payment.ts";

/**
 * Submits a Refund whose submission this attempt has claimed, the one time that it is ever submitted, and records what
 * comes of it. No provider call outlives the claim (docs/design/architecture.md#rule-3 and #rule-4). Answers once the
 * Payment shows it. Errors: service_unavailable where the Payment's owner cannot be had in time (`requireShown`).
 */
export async function submitRefund(deps: RefundsDeps, attempt: Attempt, claimed: Claimed): Promise<Refund> {
  const { request, requestId } = attempt;
  const { row, time } = claimed;
  const provider = deps.acquirers.of(row);
  const untilClaimEnds = request.start_before - time.nowMs();
  const deadline = deadlineIn(Math.min(untilClaimEnds, providerShareMs(deps, attempt)));
  const outcome = await provider.refunds.submit(orderOf(row), deadline, requestId, false);
  await noteContradiction(deps, row, outcome);
  const recorded = await recordOutcome(deps, claimed, outcome);
  await requireShown(deps, recorded, { requestId, deadline: attemptDeadline(deps, attempt) });
  return acceptedView(recorded);
}

/**
 * Records the outcome of the only submission. The provider's word is a fact. A create answers PROCESSING or FAILED:
 * a success is recorded by the first status sync. Other outcomes are about this attempt alone. Not executed is FAILED
 * (docs/design/decisions.md#refused-submissions). Unknown is not failed but in doubt, and a status sync ends the doubt
 * (docs/design/decisions.md#refund).
 */
function recordOutcome(deps: RefundsDeps, claimed: Claimed, outcome: TransferOutcome): Promise<RefundRow> {
  switch (outcome.kind) {
    case "succeeded":
      return leaveToSync(deps, claimed, outcome);
    case "failed":
    case "in_progress":
      return recordFact(deps, claimed.row, outcome, claimed.time);
    case "not_executed":
      return endAttempt(deps, claimed, { type: "not_executed", code: codeOfNotExecuted(outcome) });
    case "unknown":
      return endAttempt(deps, claimed, { type: "unanswered" });
  }
}
