import type { BookLineKind } from "@flowlix/contracts";
import { NotCsv, type CsvRecord } from "../csv/csv-reader.ts";
import { minorUnitsOfDecimal } from "../csv/decimal-amount.ts";
import type { LocalClock } from "../csv/local-time.ts";
import { kindOfRow } from "../csv/statement-rows.ts";
import type { StatementLine } from "../statement.ts";

/** One of the daily reports: what its file is called, the columns that are read of it, and what a row says. */
export interface Report {
  readonly name: string;
  readonly columns: readonly string[];
  /** Null for a row that is no movement of ours; throws NotCsv for one that nobody can read. */
  lineOf(row: CsvRecord, clock: LocalClock): StatementLine | null;
}

/** What moves a payment's money, by record type (docs/acquirers/adyen.md#reports). */
const PAYMENT_KINDS: ReadonlyMap<string, BookLineKind> = new Map([
  ["SentForSettle", "charge"],
  ["SentForRefund", "refund"],
  ["CaptureFailed", "reversal"],
  ["RefundFailed", "reversal"],
  ["RefundedReversed", "reversal"],
]);

/** What stands under the payment and is about one of its refunds, which the modification's reference names. */
const OF_REFUNDS: ReadonlySet<string> = new Set(["SentForRefund", "RefundFailed", "RefundedReversed"]);

/**
 * What is booked and moves nothing between the payer and us: steps on the way, costs, disputes, payments to our bank.
 */
const FOREIGN_TO_PAYMENTS: ReadonlySet<string> = new Set([
  "Received",
  "Authorised",
  "AuthorisedPending",
  "Refused",
  "Error",
  "Cancelled",
  "Expired",
  "Retried",
  "Settled",
  "SettledExternally",
  "Refunded",
  "RefundedExternally",
  "RefundAuthorised",
  "SentForRefundPending",
  "Fee",
  "MiscCosts",
  "DepositCorrection",
  "InvoiceDeduction",
  "MatchedStatement",
  "ManualCorrected",
  "MerchantPayout",
  "Payout",
  "Balancetransfer",
  "Chargeback",
  "ChargebackReversed",
  "ChargebackExternally",
  "SecondChargeback",
  "NotificationOfChargeback",
  "NotificationOfFraud",
  "RequestForInformation",
  "InformationSupplied",
  "DisputeDefensePeriodEnded",
  "PrearbitrationWon",
  "PrearbitrationLost",
]);

const field = (row: CsvRecord, name: string): string => row[name] ?? "";

function lineOf(
  kind: BookLineKind,
  reference: string,
  { amount, currency, at }: Readonly<Record<"amount" | "currency" | "at", string>>,
  clock: LocalClock,
): StatementLine {
  const units = minorUnitsOfDecimal(amount, currency);
  const executedAtMs = clock.toMs(at);
  if (units === null || units === 0) throw new NotCsv("a row without its amount");
  if (executedAtMs === null) throw new NotCsv("a row without its time");
  return { kind, reference, amount: Math.abs(units), currency, executedAtMs };
}

/**
 * The payment accounting report. A refund stands under the payment's reference, and its own is the modification's; one
 * whose modification has the payment's own reference is a reversal, which is asked for under it. What comes back of a
 * refund is its reversal (docs/design/decisions.md#undone); of a reversal it is nothing that we have a line for.
 */
export const paymentsReport = (merchantAccount: string): Report => ({
  name: "payments_accounting_report",
  columns: [
    "Merchant Account",
    "Merchant Reference",
    "Booking Date",
    "Main Currency",
    "Main Amount",
    "Record Type",
    "Modification Merchant Reference",
  ],
  lineOf(row, clock) {
    const type = field(row, "Record Type");
    const kind = kindOfRow(type, PAYMENT_KINDS, FOREIGN_TO_PAYMENTS);
    if (field(row, "Merchant Account") !== merchantAccount || kind === null) return null;
    const payment = field(row, "Merchant Reference");
    const modification = field(row, "Modification Merchant Reference");
    const isOfRefund = OF_REFUNDS.has(type) && modification !== "" && modification !== payment;
    if (OF_REFUNDS.has(type) && kind === "reversal" && !isOfRefund) return null;
    return lineOf(
      kind === "refund" && !isOfRefund ? "reversal" : kind,
      isOfRefund ? modification : payment,
      {
        amount: field(row, "Main Amount"),
        currency: field(row, "Main Currency"),
        at: field(row, "Booking Date"),
      },
      clock,
    );
  },
});

const TRANSFER_KINDS: ReadonlyMap<string, BookLineKind> = new Map([
  ["cardTransfer booked", "payout"],
  ["cardTransfer returned", "reversal"],
]);

const OTHER_TRANSFER_TYPES = [
  "payment",
  "capture",
  "captureReversal",
  "refund",
  "refundReversal",
  "chargeback",
  "chargebackReversal",
  "secondChargeback",
  "internalTransfer",
  "bankTransfer",
  "manualCorrection",
  "invoiceDeduction",
  "depositCorrection",
  "reserveAdjustment",
  "miscCost",
  "paymentCost",
  "fee",
  "leftover",
  "balanceAdjustment",
  "balanceRollover",
  "grant",
  "repayment",
];
/** Steps of a card transfer that book nothing. */
const OTHER_STEPS: ReadonlySet<string> = new Set(
  ["received", "authorised", "refused", "failed", "pending", "cancelled"].map(
    (status) => `cardTransfer ${status}`,
  ),
);

/** The balance platform's accounting report. Money that leaves has a minus. */
export const transfersReport = (balanceAccount: string): Report => ({
  name: "balanceplatform_accounting_report",
  columns: ["BalanceAccount", "Type", "Status", "Booking Date", "Currency", "Amount", "Reference"],
  lineOf(row, clock) {
    const type = field(row, "Type");
    if (OTHER_TRANSFER_TYPES.includes(type)) return null;
    const kind = kindOfRow(`${type} ${field(row, "Status")}`, TRANSFER_KINDS, OTHER_STEPS);
    if (field(row, "BalanceAccount") !== balanceAccount || kind === null) return null;
    return lineOf(
      kind,
      field(row, "Reference"),
      { amount: field(row, "Amount"), currency: field(row, "Currency"), at: field(row, "Booking Date") },
      clock,
    );
  },
});
