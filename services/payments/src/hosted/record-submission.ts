import type { SubmitResult } from "@flowlix/contracts";
import type { Outcome } from "@flowlix/provider";
import type { DatabaseTime } from "@flowlix/persistence";
import { DomainError } from "@flowlix/runtime";
import { applyEvent } from "../lifecycle/apply-event.ts";
import { keepAcquirerId } from "../lifecycle/keep-acquirer-id.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import type { PaymentsDeps } from "../deps.ts";
import { syncInMs } from "../status-sync/sync-schedule.ts";
import { factOf } from "../lifecycle/order-fact.ts";
import type { SeenPayment } from "../payment/payments-store.ts";

/** A hosted Payment whose submission is one's own. */
export interface ClaimedSubmission {
  readonly row: SeenPayment;
  readonly submission: string;
  readonly time: DatabaseTime;
  /** Whether nothing of the order can have been executed before it. */
  readonly isFirst: boolean;
}

/** How soon a submission in doubt is synced (docs/design/decisions.md#lost-answers). */
const firstSyncInMs = (): number => syncInMs("PENDING", 0, null) ?? 0;

/**
 * What the outcome of a submission does to a hosted Payment. An explicit outcome is recorded. One that was certainly
 * not executed gives the claim back. With every other one the claim stays, and the status sync finds out
 * (docs/design/architecture.md#rule-2 and #hosted-page).
 */
export async function recordSubmission(
  deps: PaymentsDeps,
  claimed: ClaimedSubmission,
  outcome: Outcome,
): Promise<SubmitResult> {
  switch (outcome.kind) {
    case "succeeded":
    case "failed":
    case "action_required":
    case "in_progress": {
      const fact = factOf(outcome, claimed.time.nowMs(), deps.settings.threeDSecureExpiryMs);
      if (fact === null) {
        await keepAcquirerId(deps, claimed.row, outcome);
        return leaveInDoubt(deps, claimed, "answered");
      }
      const applied = await applyEvent(deps, claimed.row, fact, claimed.time);
      if (applied.kind === "gone") throw new DomainError("object_not_found");
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
  await deps.hosted.leaveInDoubt(row.id, submission, firstSyncInMs(), left);
  return "checking";
}

/** What this submission knows of itself alone gives back its own claim, and no other's. */
async function giveBack(
  deps: PaymentsDeps,
  { row, submission, isFirst }: ClaimedSubmission,
): Promise<SubmitResult> {
  const syncAgainInMs = syncInMs(row.status, 0, null) ?? 0;
  const whose = isFirst ? "own_first" : "own";
  if (await deps.hosted.giveBack(row.id, submission, syncAgainInMs, whose)) return "given_back";
  // Back at the form all the same: our own statement whose answer was lost, or a status sync that was first.
  const seen = await deps.store.read(row.id);
  if (seen === null) throw new DomainError("object_not_found");
  const isBack = seen.submission === null && seen.next_action_reason === "hosted_payment_page";
  return isBack ? "given_back" : "checking";
}
