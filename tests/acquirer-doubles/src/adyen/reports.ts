import type { DoubleAnswer, DoubleRequest } from "../shared/messages.ts";
import { currencyExponent } from "@flowlix/contracts";
import type { BookLine } from "../shared/book.ts";
import type { AdyenRules } from "./options.ts";
import type { Money, ReportedChange } from "./payments.ts";

export const REPORTS_BASE = "/reports/download/MerchantAccount/";
export const TRANSFERS_REPORTS_BASE = "/reports/download/BalancePlatform/Double";

const PAYMENTS_COLUMNS = [
  "Company Account",
  "Merchant Account",
  "Psp Reference",
  "Merchant Reference",
  "Payment Method",
  "Booking Date",
  "TimeZone",
  "Main Currency",
  "Main Amount",
  "Record Type",
  "Payment Currency",
  "Received (PC)",
  "Authorized (PC)",
  "Captured (PC)",
  "Settlement Currency",
  "Payable (SC)",
  "Commission (SC)",
  "Markup (SC)",
  "Scheme Fees (SC)",
  "Interchange (SC)",
  "Processing Fee Currency",
  "Processing Fee (FC)",
  "User Name",
  "Payment Method Variant",
  "Modification Merchant Reference",
];

const TRANSFERS_COLUMNS = [
  "BalancePlatform",
  "BalanceAccount",
  "Transfer Id",
  "Transaction Id",
  "Category",
  "Type",
  "Status",
  "Booking Date",
  "Booking Date TimeZone",
  "Currency",
  "Amount",
  "Reference",
  "Description",
];

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");

function decimal({ currency, value }: Money): string {
  const exponent = currencyExponent(currency);
  const digits = String(value).padStart(exponent + 1, "0");
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Wall clock time in a time zone, as reports write it. */
export function createLocalTime(timeZone: string) {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return (atMs: number): string => format.format(atMs);
}

export interface ReportsDeps {
  readonly rules: AdyenRules;
  readonly changes: () => readonly ReportedChange[];
  readonly payouts: () => readonly BookLine[];
}

/** The daily reports, in the account's time zone, with lines that are nobody's payment among them. */
export function createReports({ rules, changes, payouts }: ReportsDeps) {
  const localTime = createLocalTime(rules.timeZone);
  const { merchantAccount } = rules;
  const paymentsPrefix = `${REPORTS_BASE}${merchantAccount}/payments_accounting_report_`;
  const transfersPrefix = `${TRANSFERS_REPORTS_BASE}/balanceplatform_accounting_report_`;

  const rowOf = (change: ReportedChange): readonly string[] => {
    const amount = decimal(change.amount);
    const { currency } = change.amount;
    const isOut = change.recordType === "SentForRefund";
    return [
      "DoubleCompany",
      merchantAccount,
      change.psp,
      change.reference,
      "visa",
      localTime(change.atMs),
      "CET",
      currency,
      amount,
      change.recordType,
      currency,
      change.recordType === "Received" ? amount : "",
      "",
      isOut ? `-${amount}` : change.recordType === "SentForSettle" ? amount : "",
      ...Array.from({ length: 8 }, () => ""),
      'system "double"',
      "visa",
      change.modificationReference,
    ];
  };

  /** What every such report has and no payment of ours is. */
  const foreign = (day: string): readonly (readonly string[])[] =>
    ["Fee", "Chargeback", "MerchantPayout", "Settled"].map((recordType) => [
      "DoubleCompany",
      merchantAccount,
      "",
      "not, ours",
      "",
      `${day} 03:00:00`,
      "CET",
      "EUR",
      "-0.12",
      recordType,
      "EUR",
      ...Array.from({ length: 14 }, () => ""),
    ]);

  function payments(day: string): string {
    const rows = changes()
      .filter(({ atMs }) => localTime(atMs).startsWith(day))
      .map(rowOf);
    return csvOf([PAYMENTS_COLUMNS, ...(rows.length === 0 ? [] : foreign(day)), ...rows]);
  }

  function transfers(day: string): string {
    const rows = payouts()
      .filter(({ atMs }) => localTime(atMs).startsWith(day))
      .map(({ id, reference, amount, currency, atMs }) => [
        "Double",
        rules.balanceAccount,
        id,
        `${id}T`,
        "card",
        "cardTransfer",
        "booked",
        localTime(atMs),
        "CET",
        currency,
        `-${decimal({ currency, value: amount })}`,
        reference,
        "",
      ]);
    const fee = ["Double", rules.balanceAccount, "", "F1", "platformPayment", "fee", "fee"];
    const more = [`${day} 03:00:00`, "CET", "EUR", "-0.30", "", "monthly, fee"];
    return csvOf([TRANSFERS_COLUMNS, ...(rows.length === 0 ? [] : [[...fee, ...more]]), ...rows]);
  }

  return {
    handles: (path: string): boolean => path.startsWith("/reports/"),
    answer({ path, headers }: DoubleRequest): DoubleAnswer {
      const credentials = Buffer.from(`${rules.reportUser}:${rules.reportPassword}`).toString("base64");
      if (headers.authorization !== `Basic ${credentials}`) return { status: 401 };
      const [, prefix = "", year, month, day] =
        /^(.*_)([0-9]{4})_([0-9]{2})_([0-9]{2})\.csv$/.exec(path) ?? [];
      const date = `${year}-${month}-${day}`;
      const text =
        prefix === paymentsPrefix ? payments(date) : prefix === transfersPrefix ? transfers(date) : null;
      return text === null
        ? { status: 404 }
        : { status: 200, headers: { "content-type": "text/csv" }, body: text };
    },
  };
}
