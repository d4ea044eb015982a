import type { TransferOutcome } from "@flowlix/provider";
import type { PayoutEvent } from "./payout-lifecycle.ts";

/** An explicit answer of the provider about a payout: a fact, whoever asked. */
export type ExplicitOutcome = Extract<TransferOutcome, { kind: "succeeded" | "failed" | "in_progress" }>;

/**
 * What an explicit outcome means to the lifecycle; null for a payout that was merely received, which moves
 * nothing. Unknown outcomes never come here (architecture §2 rule 2).
 */
export function eventOf(outcome: ExplicitOutcome): PayoutEvent | null {
  switch (outcome.kind) {
    case "succeeded":
      return { type: "succeeded" };
    case "failed":
      return { type: "failed", code: outcome.code };
    case "in_progress":
      return outcome.stage === "processing" ? { type: "submitted" } : null;
  }
}
