import { checkInstrument } from "@flowlix/cards";
import type { Payment } from "@flowlix/contracts";
import { deadlineIn, type Outcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import type { Attempt } from "./create-payment.ts";
import type { PaymentsDeps } from "../deps.ts";
import { orderOf } from "../payment/order.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { settleOutcome } from "./settle-outcome.ts";

/** A PENDING row whose submission this attempt has claimed. */
export interface Claimed {
  readonly row: PaymentRow;
  readonly time: DatabaseTime;
  /** The order may have been submitted before, by an attempt whose outcome is unknown. */
  readonly resumed: boolean;
  /** The provider said that it knows the order and authorised nothing on it. */
  readonly registered: boolean;
}

/**
 * Submits a claimed Payment and settles what comes of it. Check digit and expiry are our own checks,
 * before the provider is asked (decisions §2). No provider call outlives the claim (architecture §2
 * rule 4): its deadline is what is left until `start_before`, and never more than this service's share.
 */
export async function submitPayment(
  deps: PaymentsDeps,
  attempt: Attempt,
  claimed: Claimed,
): Promise<Payment> {
  const outcome = await outcomeOf(deps, attempt, claimed);
  return settleOutcome(deps, attempt, claimed, outcome);
}

async function outcomeOf(
  deps: PaymentsDeps,
  attempt: Attempt,
  { row, time, registered }: Claimed,
): Promise<Outcome> {
  const code = checkInstrument(attempt.instrument.reveal(), time.nowMs());
  if (code !== null) return { kind: "failed", code };
  const untilClaimEnds = attempt.request.start_before - time.nowMs();
  const ownShare = deps.settings.ownerDeadlineMs - (performance.now() - attempt.startedAt);
  const deadline = deadlineIn(Math.min(untilClaimEnds, ownShare));
  const { provider, requestId } = attempt;
  const instrument = () => attempt.instrument.reveal();
  return registered
    ? provider.resubmit(orderOf(deps, row), instrument, deadline, requestId)
    : provider.submit(orderOf(deps, row), instrument, deadline, requestId);
}
