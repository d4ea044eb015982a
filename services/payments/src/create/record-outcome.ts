import type { Payment } from "@flowlix/contracts";
import type { Outcome } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { endAttempt, leaveToSync, notExecuted } from "./attempt-end.ts";
import type { Attempt, Claimed } from "./attempt.ts";
import { keepAcquirerId } from "../lifecycle/keep-acquirer-id.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import type { PaymentsDeps } from "../deps.ts";
import { viewOf } from "../payment/payment-view.ts";
import { reportFact } from "./report-recorded.ts";

type Of<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>;

/** What a submission's outcome does to the row, the answer and the key (docs/design/architecture.md#outcome-table). */
export async function recordOutcome(
  deps: PaymentsDeps,
  attempt: Attempt,
  claimed: Claimed,
  outcome: Outcome,
): Promise<Payment> {
  switch (outcome.kind) {
    case "succeeded":
    case "failed":
    case "action_required":
    case "in_progress":
      return (
        (await reportFact(deps, claimed, outcome)) ??
        leaveReceived(deps, attempt.submission, claimed, outcome)
      );
    case "not_executed":
      return recordNotExecuted(deps, attempt, claimed, outcome);
    case "unknown":
      return recordUnknown(deps, attempt, claimed, outcome);
  }
}

/** Merely received: it moves nothing, so that no move keeps the acquirer's own id. */
async function leaveReceived(
  deps: PaymentsDeps,
  submission: string,
  claimed: Claimed,
  outcome: Outcome,
): Promise<Payment> {
  await keepAcquirerId(deps, claimed.row, outcome);
  return leaveToSync(deps, submission, claimed);
}

async function recordUnknown(
  deps: PaymentsDeps,
  { submission }: Attempt,
  claimed: Claimed,
  outcome: Of<"unknown">,
): Promise<Payment> {
  await noteContradiction(deps, claimed.row, outcome);
  const recorded = await leaveToSync(deps, submission, claimed);
  // A row that was moved meanwhile says more than an answer that nobody could read.
  // A repeated request is answered with the object that the first one's 502 was about
  // (docs/design/decisions.md#what-a-key-keeps).
  if (outcome.cause === "lost" || claimed.resumed || recorded.status !== "PENDING") return recorded;
  throw new DomainError("processing_error", { key: "hold" });
}

/** Known of this attempt only: see `AttemptEnd`. */
async function recordNotExecuted(
  deps: PaymentsDeps,
  attempt: Attempt,
  claimed: Claimed,
  outcome: Of<"not_executed">,
): Promise<Payment> {
  const mayVoid = outcome.cause === "throttled" || outcome.cause === "unavailable";
  if (!mayVoid || claimed.resumed) return endAttempt(deps, attempt, claimed, notExecuted(outcome));
  const { id, version } = claimed.row;
  const voided = await deps.store.void({ id, version, submission: attempt.submission });
  if (!voided) {
    const seen = await deps.store.read(id);
    // If the row is gone under our own claim, we deleted it and the answer was lost. If it is there, another
    // attempt may have it and a client may have seen it. So it stays, and the status sync ends it.
    if (seen !== null) return viewOf(seen);
  }
  const { retryAfterS } = outcome;
  throw new DomainError(outcome.cause === "throttled" ? "rate_limit_exceeded" : "service_unavailable", {
    key: "release",
    ...(outcome.cause === "throttled" ? { explanation: explainThrottled(retryAfterS) } : {}),
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  });
}

/** The key's own quota is the gateway's, and told by it. */
const explainThrottled = (retryAfterS: number | undefined): string =>
  "The acquirer takes no more requests at the moment, and nothing was made: it is not the quota of this API key. " +
  `Send the same request with the same Idempotency-Key again ${retryAfterS === undefined ? "in a few seconds" : "as Retry-After says"}.`;
