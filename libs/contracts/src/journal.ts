import { oneOf } from "./schema.ts";

/** Between what accounts money moves. */
export const LEDGER_ACCOUNTS = [
  /** What the provider holds for us: charges raise it, refunds and payouts lower it. */
  "provider",
  /** What we owe the merchant. */
  "merchant",
  /**
   * Money that the provider moved although the object had ended otherwise, or that came back after its object had
   * succeeded. An operator decides what becomes of it.
   */
  "suspense",
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** What a line of a provider's statement speaks of. */
export const BOOK_LINE_KINDS = ["charge", "refund", "payout", "reversal"] as const;
export type BookLineKind = (typeof BOOK_LINE_KINDS)[number];
export const BookLineKind = oneOf(BOOK_LINE_KINDS);

/** Every way that money moves: one row of its owner's journal, at most one of a kind an object. */
export const JOURNAL_KINDS = [
  /** A Payment succeeded. */
  "capture",
  /** The provider charged a Payment that had ended otherwise (exception `charged_after_end`). */
  "late_charge",
  /** A repeated request made such a charge its Payment's own: the capture stands for it. */
  "late_charge_adopted",
  /** An operator gave such a charge back, and the provider confirmed. */
  "reversal",
  /** A Refund succeeded. */
  "refund",
  /** The provider executed a Refund that had ended otherwise (exception `executed_after_end`). */
  "late_refund",
  /** A Payout succeeded. */
  "payout",
  /** The provider executed a Payout that had ended otherwise (exception `executed_after_end`). */
  "late_payout",
  /** What a Payment's capture brought went back (exception of that name). */
  "capture_declined",
  /** What a Refund had returned came back (exception of that name). */
  "refund_failed_later",
  /** What a Payout had paid came back (exception of that name). */
  "payout_returned",
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];
export const JournalKind = oneOf(JOURNAL_KINDS);

export interface Movement {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  /** As what the provider's statement shows it; null for what happens in our books only. */
  readonly line: BookLineKind | null;
}

/** Which accounts a movement debits and credits. */
export const MOVEMENTS: Readonly<Record<JournalKind, Movement>> = {
  capture: { debit: "provider", credit: "merchant", line: "charge" },
  late_charge: { debit: "provider", credit: "suspense", line: "charge" },
  late_charge_adopted: { debit: "suspense", credit: "provider", line: null },
  reversal: { debit: "suspense", credit: "provider", line: "reversal" },
  refund: { debit: "merchant", credit: "provider", line: "refund" },
  late_refund: { debit: "suspense", credit: "provider", line: "refund" },
  payout: { debit: "merchant", credit: "provider", line: "payout" },
  late_payout: { debit: "suspense", credit: "provider", line: "payout" },
  capture_declined: { debit: "suspense", credit: "provider", line: "reversal" },
  refund_failed_later: { debit: "provider", credit: "suspense", line: "reversal" },
  payout_returned: { debit: "provider", credit: "suspense", line: "reversal" },
};
