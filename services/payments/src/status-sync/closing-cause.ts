import type { ReadOutcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import type { ClosingCause, DuePayment } from "./sync-store.ts";

/**
 * "given up": the submission is over, and nothing was authorised on a Direct Payment's order, or its challenge leads
 * elsewhere, or its closing is to go on. "time over": the payer's time is over. Neither ends the Payment before its
 * order is closed at the provider (docs/design/architecture.md#rule-5). This is a first guess: the database decides
 * when the closing is claimed.
 */
export function closingCause(due: DuePayment, outcome: ReadOutcome, time: DatabaseTime): ClosingCause | null {
  const submissionOver = due.submit_until === null || due.submit_until.getTime() <= time.nowMs();
  if (submissionOver && (isPointless(due, outcome) || isStillToClose(due, outcome))) return "given up";
  if (due.status !== "REQUIRES_ACTION" || due.action_expires_at === null) return null;
  const timeOver = !isPastChallenge(outcome) && due.action_expires_at.getTime() <= time.nowMs();
  return timeOver ? "time over" : null;
}

function isPointless(due: DuePayment, outcome: ReadOutcome): boolean {
  switch (due.status) {
    case "PENDING":
      return outcome.kind === "registered" || outcome.kind === "absent" || hasInvalidRedirect(outcome);
    case "REQUIRES_ACTION":
      // If no card is in doubt, the payer has the form, or a challenge whose URL was the provider's own.
      return due.submission !== null && hasInvalidRedirect(outcome);
    case "PROCESSING":
      return hasInvalidRedirect(outcome);
    default:
      return false;
  }
}

/** Its closing was begun, and the acquirer has not said yet what comes of it: it is asked again. */
const isStillToClose = ({ expiring }: DuePayment, outcome: ReadOutcome): boolean =>
  expiring && outcome.kind === "in_progress" && outcome.stage === "received";

/** A challenge at a place that is not the provider's own: nobody is sent there, so it can never be passed. */
const hasInvalidRedirect = (outcome: ReadOutcome): boolean =>
  outcome.kind === "unknown" && outcome.contradicts === "redirect_url";

/** The payer did act, and the provider has gone on: there is nothing left to expire. */
const isPastChallenge = (outcome: ReadOutcome): boolean =>
  outcome.kind === "succeeded" ||
  outcome.kind === "failed" ||
  outcome.kind === "undone" ||
  (outcome.kind === "in_progress" && outcome.stage === "processing");
