import type { Payout } from "@flowlix/contracts";
import { codeOfNotExecuted, type TransferOutcome } from "@flowlix/provider";
import { DomainError, isDomainError } from "@flowlix/runtime";
import { recordException, transferEventOf, type TransferFact } from "@flowlix/engine";
import { noteContradiction } from "../exceptions/record-contradiction.ts";
import { keepAcquirerId } from "../lifecycle/keep-acquirer-id.ts";
import { applyEvent } from "../lifecycle/apply-event.ts";
import type { PayoutsDeps } from "../deps.ts";
import { endAttempt, type Claimed } from "../lifecycle/end-attempt.ts";
import { factOf } from "../lifecycle/fact-of.ts";
import type { AttemptEnd } from "../lifecycle/payout-lifecycle.ts";
import { asRecorded } from "../payout/as-recorded.ts";
import { viewOf } from "../payout/payout-view.ts";

/**
 * What a submission's outcome does to the row and the answer; a create never answers 429 or 502. What the provider said
 * of the order is a fact; that nothing was executed, or that nobody knows, is known of this attempt alone
 * (docs/design/architecture.md#outcome-table).
 */
export async function recordOutcome(
  deps: PayoutsDeps,
  claimed: Claimed,
  outcome: TransferOutcome,
): Promise<Payout> {
  switch (outcome.kind) {
    case "succeeded":
    case "failed":
    case "in_progress": {
      const fact = factOf(outcome);
      if (fact !== null) return recordFact(deps, claimed, fact);
      await keepAcquirerId(deps, claimed.row, outcome);
      return end(deps, claimed, { type: "undecided" });
    }
    case "not_executed":
      return end(deps, claimed, { type: "not_executed", code: codeOfNotExecuted(outcome) });
    case "unknown":
      await noteContradiction(deps, claimed.row, outcome);
      return end(deps, claimed, { type: "undecided" });
  }
}

const end = async (deps: PayoutsDeps, claimed: Claimed, own: AttemptEnd): Promise<Payout> =>
  viewOf(await endAttempt(deps, claimed, own));

/**
 * Records an explicit outcome and answers with what is recorded. Errors: object_state_conflict
 * (docs/design/decisions.md#conflict-codes).
 */
async function recordFact(deps: PayoutsDeps, { row, time }: Claimed, fact: TransferFact): Promise<Payout> {
  const applied = await applyEvent(deps, row, fact, time);
  switch (applied.kind) {
    case "recorded":
      return viewOf(applied.row);
    case "lost":
      return viewOf(await asRecorded(deps, row).catch(conflict));
    case "gone":
      return gone(deps, row, fact);
  }
}

function conflict(cause: unknown): never {
  if (isDomainError(cause)) throw cause;
  throw new DomainError("object_state_conflict", { key: "hold", cause });
}

/**
 * Nothing here deletes a Payout. Where one is gone all the same the key is free only if nothing was paid;
 * else it keeps its id, and an operator hears of it (docs/design/decisions.md#conflict-codes).
 */
async function gone(deps: PayoutsDeps, row: Claimed["row"], fact: TransferFact): Promise<never> {
  const { type } = transferEventOf(fact, row);
  if (type === "failed") throw new DomainError("object_not_found", { key: "release" });
  const kind = type === "succeeded" ? "executed_after_end" : "unknown_reference";
  await recordException(deps, row, kind, `the provider reports "${type}" of a payout that is gone`);
  throw new DomainError("object_not_found", { key: "hold" });
}
