import type { SubmitResult } from "@flowlix/contracts";
import type { Outcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import { applyEvent } from "../lifecycle/apply-event.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import type { PaymentsDeps } from "../deps.ts";
import { lookInMs } from "../look/look-schedule.ts";
import { eventOf } from "../lifecycle/outcome-event.ts";
import type { SeenPayment } from "../payment/payments-store.ts";

/** A hosted Payment whose submission is one's own. */
export interface ClaimedSubmission {
  readonly row: SeenPayment;
  readonly submission: string;
  readonly time: DatabaseTime;
}

/** How soon a submission in doubt is looked up (decisions §10). */
const firstLookInMs = (): number => lookInMs("PENDING", 0, null) ?? 0;

/**
 * What the outcome of a submission does to a hosted Payment. An explicit one is recorded; what is known
 * not to have been executed, for whatever cause, gives the claim back; of everything else the claim
 * stays, and the look finds out (architecture §2 rule 2; §6, Hosted page).
 */
export async function settleSubmission(
  deps: PaymentsDeps,
  claimed: ClaimedSubmission,
  outcome: Outcome,
): Promise<SubmitResult> {
  switch (outcome.kind) {
    case "succeeded":
    case "failed":
    case "action_required":
    case "in_progress": {
      const event = eventOf(outcome, claimed.time.nowMs(), deps.settings.threeDSecureExpiryMs);
      if (event === null) return leaveInDoubt(deps, claimed, "answered");
      const applied = await applyEvent(deps, claimed.row, event, claimed.time);
      return applied.kind === "recorded" ? "settled" : "checking";
    }
    case "not_executed":
      return giveBack(deps, claimed);
    case "unknown":
      await noteContradiction(deps, claimed.row, outcome);
      return leaveInDoubt(deps, claimed, outcome.cause === "lost" ? "unanswered" : "answered");
  }
}

/** What nobody answered may still be at work at the provider: its claim runs to its own end. */
async function leaveInDoubt(
  deps: PaymentsDeps,
  { row, submission }: ClaimedSubmission,
  left: "answered" | "unanswered",
): Promise<SubmitResult> {
  await deps.hosted.leaveInDoubt(row.id, submission, firstLookInMs(), left);
  return "checking";
}

async function giveBack(deps: PaymentsDeps, { row, submission }: ClaimedSubmission): Promise<SubmitResult> {
  const lookAgainInMs = lookInMs(row.status, 0, null) ?? 0;
  if (await deps.hosted.giveBack(row.id, submission, lookAgainInMs, "own")) return "given_back";
  // Back at the form all the same: our own statement whose answer was lost, or a look that was first.
  const seen = await deps.store.read(row.id);
  const isBack = seen?.submission === null && seen.next_action_reason === "hosted_payment_page";
  return isBack ? "given_back" : "checking";
}
