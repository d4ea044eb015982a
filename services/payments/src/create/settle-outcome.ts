import type { Payment } from "@flowlix/contracts";
import { codeOfNotExecuted, type Outcome } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { Attempt } from "./create-payment.ts";
import { noteContradiction } from "../lifecycle/contradiction.ts";
import type { PaymentsDeps } from "../deps.ts";
import { lookInMs } from "../look/look-schedule.ts";
import { eventOf } from "../lifecycle/outcome-event.ts";
import type { PaymentEvent } from "../lifecycle/payment-lifecycle.ts";
import { viewOf } from "../payment/payment-view.ts";
import type { Claimed } from "./submit-payment.ts";

type Of<Kind extends Outcome["kind"]> = Extract<Outcome, { kind: Kind }>;

/** The table of architecture §6: what a submission's outcome does to the row, the answer and the key. */
export async function settleOutcome(
  deps: PaymentsDeps,
  attempt: Attempt,
  claimed: Claimed,
  outcome: Outcome,
): Promise<Payment> {
  switch (outcome.kind) {
    case "succeeded":
    case "failed":
    case "action_required":
    case "in_progress": {
      const event = eventOf(outcome, claimed.time.nowMs(), deps.settings.threeDSecureExpiryMs);
      return event === null ? asRecorded(deps, claimed) : recordEvent(deps, claimed, event);
    }
    case "not_executed":
      return settleNotExecuted(deps, attempt, claimed, outcome);
    case "unknown":
      return settleUnknown(deps, claimed, outcome);
  }
}

/** Stays PENDING: this attempt sends nothing more, and the provider is looked at soon. */
async function asRecorded(deps: PaymentsDeps, { row }: Claimed): Promise<Payment> {
  const ended = await deps.store.endSubmission(row.id, row.version, lookInMs("PENDING", 0, null) ?? 0);
  if (ended) return viewOf(row);
  const seen = await deps.store.read(row.id);
  return viewOf(seen ?? row);
}

async function settleUnknown(deps: PaymentsDeps, claimed: Claimed, outcome: Of<"unknown">): Promise<Payment> {
  await noteContradiction(deps, claimed.row, outcome);
  const recorded = await asRecorded(deps, claimed);
  // Whoever moved the row meanwhile knows more than an answer that nobody could read.
  // A repeated request is told of the object that the first one's 502 spoke of (decisions §1).
  if (outcome.cause === "lost" || claimed.resumed || recorded.status !== "PENDING") return recorded;
  throw new DomainError("processing_error", { key: "hold" });
}

async function settleNotExecuted(
  deps: PaymentsDeps,
  attempt: Attempt,
  claimed: Claimed,
  outcome: Of<"not_executed">,
): Promise<Payment> {
  // Known of this attempt only. What an earlier one sent may still arrive, so nothing ends here:
  // the look closes the order first (architecture §2 rule 5).
  if (claimed.resumed) return asRecorded(deps, claimed);
  if (outcome.cause === "unreachable" || outcome.cause === "error") {
    return recordEvent(deps, claimed, { type: "failed", code: codeOfNotExecuted(outcome) });
  }
  const { row } = claimed;
  const voided = await deps.store.void(row.id, row.version, attempt.submission);
  if (!voided) {
    const seen = await deps.store.read(row.id);
    // Gone under our own claim means our own delete, whose answer was lost.
    if (seen !== null) return viewOf(seen);
  }
  const code = outcome.cause === "throttled" ? "rate_limit_exceeded" : "service_unavailable";
  throw new DomainError(code, {
    key: "release",
    ...(outcome.retryAfterS === undefined ? {} : { retryAfterS: outcome.retryAfterS }),
  });
}

/** Records an explicit outcome and answers with what is recorded (decisions §10, object_state_conflict). */
async function recordEvent(
  deps: PaymentsDeps,
  { row, time }: Claimed,
  event: PaymentEvent,
): Promise<Payment> {
  const applied = await applyEvent(deps, row, event, time);
  switch (applied.kind) {
    case "recorded":
      return viewOf(applied.row);
    case "lost": {
      const seen = await deps.store.read(row.id).catch((cause: unknown) => {
        throw new DomainError("object_state_conflict", { key: "hold", cause });
      });
      if (seen === null) return gone(deps, row, event);
      return viewOf(seen);
    }
    case "gone":
      return gone(deps, row, event);
  }
}

/**
 * The object registered under this id was voided meanwhile. Only where the provider confirmed that
 * nothing was charged is the key free; else it keeps its id, so that a repeated request finds the
 * order, and an operator hears of it (decisions §10, object_not_found).
 */
async function gone(deps: PaymentsDeps, row: Claimed["row"], event: PaymentEvent): Promise<never> {
  if (event.type === "failed") throw new DomainError("object_not_found", { key: "release" });
  await deps.anomalies.record({
    kind: event.type === "succeeded" ? "charged_after_end" : "unknown_reference",
    object_id: row.id,
    merchant_id: row.merchant_id,
    livemode: row.livemode,
    amount: row.amount,
    currency: row.currency,
    detail: `the provider reports "${event.type}" of an order whose payment is gone`,
  });
  throw new DomainError("object_not_found", { key: "hold" });
}
