import type { FailureCode, Payment } from "@flowlix/contracts";
import { codeOfNotExecuted, type NotExecuted } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";
import { movePayment } from "../lifecycle/move-payment.ts";
import { syncInMs } from "../status-sync/sync-schedule.ts";
import { viewOf } from "../payment/payment-view.ts";
import type { Attempt, Claimed } from "./attempt.ts";
import { reportRecorded } from "./report-recorded.ts";

// Nobody else can name this key, so that an end is made by the functions below alone.
const CODE: unique symbol = Symbol("why the attempt ended");

/**
 * What an attempt knows of itself alone: nothing was executed that it sent, or it sent nothing. That says
 * nothing of what others sent, so it is no `OrderFact` and cannot be passed for one
 * (docs/design/architecture.md#attempt-end).
 */
export interface AttemptEnd {
  readonly [CODE]: FailureCode;
}

/** Our own check refused the attempt's card before the provider was asked (docs/design/decisions.md#card-expiry). */
export const cardRefused = (code: FailureCode): AttemptEnd => ({ [CODE]: code });

/** The provider executed nothing of the attempt, tries used up (docs/design/architecture.md#outcome-table). */
export const notExecuted = (outcome: NotExecuted): AttemptEnd => ({ [CODE]: codeOfNotExecuted(outcome) });

/**
 * Fails the Payment for what the attempt knows of itself, by one compare-and-swap on its own claim. Where
 * somebody else has taken the row over, or was before this one, the attempt decides nothing, and answers
 * with what is recorded. Errors: as `reportRecorded`.
 */
export async function endAttempt(
  deps: PaymentsDeps,
  { submission }: Attempt,
  claimed: Claimed,
  end: AttemptEnd,
): Promise<Payment> {
  const { row, time, resumed } = claimed;
  // What an earlier attempt sent may still arrive: the status sync closes the order first
  // (docs/design/architecture.md#rule-5).
  if (resumed) return leaveToSync(deps, submission, claimed);
  const event = { type: "failed", code: end[CODE] } as const;
  const ended = await movePayment(deps, { row, event, submission }, time);
  return ended === null ? reportRecorded(deps, row.id) : viewOf(ended);
}

/**
 * Ends the attempt's own submission and nothing else: the Payment stays PENDING, this attempt sends nothing
 * more, and a status sync is due soon. Answers with what is recorded. Errors: as `reportRecorded`.
 */
export async function leaveToSync(
  deps: PaymentsDeps,
  submission: string,
  { row: { id, version }, row }: Claimed,
): Promise<Payment> {
  const ended = await deps.store.endSubmission(
    { id, version, submission },
    syncInMs("PENDING", 0, null) ?? 0,
  );
  return ended ? viewOf(row) : reportRecorded(deps, id);
}
