import type { BookLineKind } from "@flowlix/contracts";
import type { CsvRecord } from "../csv/csv-reader.ts";
import { NotCsv } from "../csv/csv-reader.ts";
import { minorUnitsOfDecimal } from "../csv/decimal-amount.ts";
import { createLocalClock } from "../csv/local-time.ts";
import { kindOfRow } from "../csv/statement-rows.ts";

/**
 * Columns of the report "Financial Actions by Date Range" that we read; it has more, in any order
 * (docs/acquirers/checkout.md#statement).
 */
export const COLUMNS = {
  paymentId: "Payment ID",
  actionId: "Action ID",
  reference: "Reference",
  breakdown: "Breakdown Type",
  processedOn: "Processed On",
  currency: "Processing Currency",
  amount: "Processing Currency Amount",
} as const;

/** Breakdown types that are a movement of ours. A charge that is given back is a refund at Checkout.com. */
const OURS: ReadonlyMap<string, BookLineKind> = new Map([
  ["Capture", "charge"],
  ["Refund", "refund"],
  ["Card Payout", "payout"],
]);

const FEES = [
  "Acquirer Fixed Fee",
  "Acquirer Variable Fee",
  "Account Updater Fixed Fee",
  "Authentication Fixed Fee",
  "Chargeback Fixed Fee",
  "Fraud Detection Fixed Fee",
  "Gateway Fixed Fee",
  "Gateway Variable Fee",
  "Interchange Fixed Fee",
  "Interchange Variable Fee",
  "Interchange Fee",
  "Network Token Fixed Fee",
  "Payout Fixed Fee",
  "Premium Fixed Fee",
  "Premium Variable Fee",
  "Risk Fixed Fee",
  "Scheme Fee",
  "Scheme Fixed Fee",
  "Scheme Variable Fee",
];

/**
 * What stands in the report and moves no money of a payer's or a recipient's: it is for the ledger of fees and
 * disputes.
 */
const FOREIGN: ReadonlySet<string> = new Set([
  ...FEES,
  ...FEES.map((fee) => `${fee} Tax`),
  "Chargeback",
  "Chargeback Reversal",
  "Second Chargeback",
  "Cover Negative Position",
  "Invoice Settlement",
  "Operational Funding Release",
  "Operational Funding Reservation",
  "Rolling Reserve Release",
  "Rolling Reserve Reservation",
  "Security Deposit Release",
  "Security Deposit Reservation",
  "Settlement",
  "Settlement Reversal",
  "Top Up",
]);

/** A movement as the report has it. */
export interface FinancialAction {
  readonly kind: BookLineKind;
  readonly paymentId: string;
  readonly actionId: string;
  /** That of the payment's latest action, whichever action this is. */
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly executedAtMs: number;
}

const UTC = createLocalClock("UTC");
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Times are told in UTC, with more decimals than a millisecond has. */
const timeOf = (text: string): number | null =>
  UTC.toMs(
    text
      .trim()
      .replace(/Z$/, "")
      .replace(/(\.[0-9]{3})[0-9]{1,6}$/, "$1"),
  );

/**
 * A row's movement; null for one that is foreign. Throws NotCsv for a kind that nobody knows, and for a movement that
 * cannot be read. An amount's sign says which way it went, which its kind says already.
 */
export function financialActionOf(record: CsvRecord): FinancialAction | null {
  const of = (name: keyof typeof COLUMNS): string => (record[COLUMNS[name]] ?? "").trim();
  const kind = kindOfRow(of("breakdown"), OURS, FOREIGN);
  if (kind === null) return null;
  const currency = of("currency");
  const amount = minorUnitsOfDecimal(of("amount"), currency);
  const executedAtMs = timeOf(of("processedOn"));
  const [paymentId, actionId] = [of("paymentId"), of("actionId")];
  if (amount === null || amount === 0 || executedAtMs === null)
    throw new NotCsv("a movement that cannot be read");
  if (!ID.test(paymentId) || !ID.test(actionId)) throw new NotCsv("a movement without its ids");
  const reference = of("reference");
  return { kind, paymentId, actionId, reference, amount: Math.abs(amount), currency, executedAtMs };
}
