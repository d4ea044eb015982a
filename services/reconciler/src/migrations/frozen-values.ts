/*
 * The contract's values as the migrations beside this file were written with them: what a migration sends never changes.
 * A value that the contract gains or loses takes a migration of its own.
 */
export const BOOK_LINE_KINDS = ["charge", "refund", "payout", "reversal"] as const;
export const DIFFERENCE_KINDS = [
  "missing_here",
  "missing_there",
  "amount",
  "currency",
  "status",
  "duplicate_there",
] as const;
export const DIFFERENCE_STATES = ["awaiting", "open", "resolved"] as const;
export const STATEMENT_RUN_STATES = ["queued", "running", "done", "failed"] as const;
