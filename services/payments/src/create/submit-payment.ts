import { checkInstrument } from "@flowlix/cards";
import type { Payment } from "@flowlix/contracts";
import { deadlineIn, type Outcome } from "@flowlix/provider";
import { cardRefused, endAttempt } from "./attempt-end.ts";
import type { Attempt, Claimed } from "./attempt.ts";
import type { PaymentsDeps } from "../deps.ts";
import { orderOf } from "../payment/order.ts";
import { recordOutcome } from "./record-outcome.ts";
import { reportRecorded } from "./report-recorded.ts";
import { switchAccount } from "./switch-account.ts";

/**
 * Submits a claimed Payment and records what comes of it. Check digit and expiry are our own checks,
 * before the provider is asked (docs/design/decisions.md#card-expiry). No provider call outlives the claim
 * (docs/design/architecture.md#rule-4): its deadline is what is left until `start_before`, and never more than this
 * service's share. Where nothing of it was executed, it goes to another account of the merchant's, once
 * (docs/decisions/0105-a-second-account.md).
 */
export async function submitPayment(
  deps: PaymentsDeps,
  attempt: Attempt,
  claimed: Claimed,
): Promise<Payment> {
  const refused = checkInstrument(attempt.instrument.reveal(), claimed.time.nowMs());
  if (refused !== null) return endAttempt(deps, attempt, claimed, cardRefused(refused));
  const outcome = await submit(deps, attempt, claimed);
  const switched =
    outcome.kind === "not_executed" ? await switchAccount(deps, attempt, claimed, outcome) : "none";
  if (switched === "none") return recordOutcome(deps, attempt, claimed, outcome);
  if (switched === "lost") return reportRecorded(deps, claimed.row.id);
  return recordOutcome(deps, attempt, switched, await submit(deps, attempt, switched));
}

function submit(
  deps: PaymentsDeps,
  attempt: Attempt,
  { row, time, resumed, registered }: Claimed,
): Promise<Outcome> {
  const untilClaimEnds = attempt.request.start_before - time.nowMs();
  const ownShare = deps.settings.ownerDeadlineMs - (performance.now() - attempt.startedAt);
  const deadline = deadlineIn(Math.min(untilClaimEnds, ownShare));
  const { requestId } = attempt;
  const order = orderOf(deps, row, attempt.request.merchant_name);
  const provider = deps.acquirers.of(row);
  const instrument = () => attempt.instrument.reveal();
  return registered
    ? provider.resubmit(order, instrument, deadline, requestId)
    : provider.submit(order, instrument, deadline, requestId, resumed);
}
