import { transferFactOf, type DecidedTransfer, type TransferFact } from "@flowlix/engine";

/** The fact in an answer (`transferFactOf`); null for a payout that was merely received, which moves nothing. */
export const factOf = (outcome: DecidedTransfer): TransferFact | null =>
  outcome.kind === "in_progress" && outcome.stage === "received" ? null : transferFactOf(outcome);
