import { currencyExponent } from "@flowlix/contracts";
import type { Book, BookLine } from "../shared/book.ts";
import type { DoubleAnswer } from "../shared/messages.ts";

const DAY_MS = 86_400_000;
/** When a day's report is made. */
const MADE_AFTER_MS = 3 * 60 * 60_000;

const HEADER = [
  "Entity ID",
  "Payment ID",
  "Reference",
  "Action ID",
  "Action Type",
  "Breakdown Type",
  "Processed On",
  "Processing Currency",
  "Processing Currency Amount",
  "Holding Currency",
];

export interface ReportsOptions {
  readonly book: Book;
  /** Whether the report of a day that is not over is there as well. */
  readonly atOnce: boolean;
  readonly nowMs: () => number;
  /** The reference of the payment's latest action, which stands on every row of it. */
  readonly latestReferenceOf: (paymentId: string) => string;
  readonly paymentIdOf: (line: BookLine) => string;
}

/** Daily reports of financial actions, with the fees that stand between the movements. */
export function createReports({ book, atOnce, nowMs, latestReferenceOf, paymentIdOf }: ReportsOptions) {
  const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
  const isMade = (day: string): boolean => atOnce || nowMs() >= dayMs(day) + DAY_MS + MADE_AFTER_MS;

  function csvOf(day: string): string {
    const lines = book.lines().filter(({ atMs }) => atMs >= dayMs(day) && atMs < dayMs(day) + DAY_MS);
    const rows = lines.flatMap((line) =>
      rowsOf(line, paymentIdOf(line), latestReferenceOf(paymentIdOf(line))),
    );
    return [HEADER, ...rows].map((row) => row.map(field).join(",")).join("\r\n");
  }

  const reportOf = (day: string): object => ({
    id: `rpt_${day.replaceAll("-", "")}`,
    created_on: new Date(dayMs(day) + DAY_MS + MADE_AFTER_MS).toISOString(),
    type: "FinancialActions",
    from: `${day}T00:00:00Z`,
    to: new Date(dayMs(day) + DAY_MS).toISOString(),
    files: [
      {
        id: `file_${day.replaceAll("-", "")}`,
        filename: `financial-actions_ent_double_${day.replaceAll("-", "")}_1.csv`,
        format: "CSV",
      },
    ],
  });

  return {
    list(query: URLSearchParams): DoubleAnswer {
      const from = Date.parse(query.get("created_after") ?? "");
      const until = Date.parse(query.get("created_before") ?? "");
      const data: object[] = [];
      for (let atMs = from - 2 * DAY_MS; atMs < until; atMs += DAY_MS) {
        const day = new Date(atMs).toISOString().slice(0, 10);
        const madeMs = dayMs(day) + DAY_MS + MADE_AFTER_MS;
        if (isMade(day) && madeMs >= from && madeMs < until) data.push(reportOf(day));
      }
      // Reports of other kinds stand among them.
      data.unshift({
        id: "rpt_other",
        type: "Authentication",
        from: "2001-09-09T00:00:00Z",
        to: "2001-09-10T00:00:00Z",
        files: [],
      });
      return { status: 200, body: { count: data.length, limit: 100, data } };
    },
    file(fileId: string): DoubleAnswer {
      const [, year, month, date] = /^file_([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(fileId) ?? [];
      const day = `${year}-${month}-${date}`;
      if (year === undefined || !isMade(day)) return { status: 404 };
      return { status: 200, headers: { "content-type": "text/csv" }, body: csvOf(day) };
    },
  };
}

const BREAKDOWN = { charge: "Capture", refund: "Refund", reversal: "Refund", payout: "Card Payout" } as const;

function rowsOf(line: BookLine, paymentId: string, reference: string): string[][] {
  const processedOn = new Date(line.atMs).toISOString().replace("Z", "0000");
  const row = (breakdown: string, amount: string): string[] => [
    "ent_double",
    paymentId,
    reference,
    line.id,
    BREAKDOWN[line.kind],
    breakdown,
    processedOn,
    line.currency,
    amount,
    line.currency,
  ];
  const sign = line.kind === "charge" ? "" : "-";
  return [
    row(BREAKDOWN[line.kind], `${sign}${decimalOf(line.amount, line.currency)}`),
    row("Scheme Fixed Fee", "-0.0100"),
    row("Interchange Variable Fee", "-0.023871"),
  ];
}

function decimalOf(amount: number, currency: string): string {
  const exponent = currencyExponent(currency);
  const digits = String(amount).padStart(exponent + 1, "0");
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
