import type { ProviderCall } from "../reply.ts";
import { csvRowsOf, NotCsv, recordsBy, type CsvRecord } from "../csv/csv-reader.ts";
import { DAY_MS, type StatementAdapter, type StatementLine } from "../statement.ts";
import type { CheckoutHttp } from "./checkout-http.ts";
import { COLUMNS, financialActionOf } from "./financial-actions.ts";
import type { LookUp } from "./look-up.ts";
import { garbled, lost, NotRead } from "./not-read.ts";
import { GARBLED, LOST } from "./reading.ts";
import { createReportReferences } from "./report-references.ts";
import { reportOf } from "./reports.ts";
import type { WireReport, WireShapes } from "./wire.ts";

/** The entity's settlement time zone is UTC (docs/acquirers/checkout.md#statement). */
const CUT_OFF_MS = 0;
/** A day's report is there by noon of the next at the latest. */
const POSTED_WITHIN_MS = 13 * 60 * 60_000;

export interface CheckoutStatementOptions {
  readonly http: CheckoutHttp;
  readonly shapes: WireShapes;
  readonly lookUp: LookUp;
  readonly entityId: string | undefined;
}

/** Statements: the files of a day's report "Financial Actions by Date Range", as CSV. */
export function createCheckoutStatement({
  http,
  shapes,
  lookUp,
  entityId,
}: CheckoutStatementOptions): StatementAdapter {
  async function readFile(
    report: WireReport,
    fileId: string,
    take: (records: readonly CsvRecord[]) => Promise<void>,
    call: ProviderCall,
  ): Promise<void> {
    const answer = await http.open(`/reports/${report.id}/files/${fileId}`, call);
    if (answer === null) throw lost(true);
    if (answer.status !== 200) {
      answer.discard();
      throw lost(answer.status >= 500);
    }
    let recordOf: ((row: readonly string[]) => CsvRecord) | undefined;
    try {
      for await (const rows of csvRowsOf(answer.pieces)) {
        const [header] = rows;
        const body = recordOf === undefined ? rows.slice(1) : rows;
        recordOf ??= recordsBy(header ?? [], Object.values(COLUMNS));
        await take(body.map(recordOf));
      }
    } finally {
      answer.discard();
    }
    if (recordOf === undefined) throw garbled();
  }

  return {
    cutOffMs: CUT_OFF_MS,
    postedWithinMs: POSTED_WITHIN_MS,
    async read(day, take, call) {
      const named = createReportReferences(lookUp, call);
      let count = 0;
      let taking = false;
      try {
        const report = await reportOf({ http, shapes, entityId }, day, call);
        const files = report.files.toSorted((a, b) =>
          a.filename.localeCompare(b.filename, "en", { numeric: true }),
        );
        if (files.length === 0) throw garbled();
        for (const { id } of files) {
          await readFile(
            report,
            id,
            async (records) => {
              const actions = records.map(financialActionOf).filter((action) => action !== null);
              if (actions.some(({ executedAtMs }) => !isWithin(executedAtMs, day))) throw garbled();
              const lines: StatementLine[] = [];
              for (const action of actions) lines.push(await named(action));
              count += lines.length;
              taking = true;
              if (lines.length > 0) await take(lines);
              taking = false;
            },
            call,
          );
        }
        return { outcome: { kind: "read", lines: count }, providerAtFault: false };
      } catch (error) {
        if (taking) throw error;
        if (error instanceof NotRead) return error.reply;
        return { outcome: error instanceof NotCsv ? GARBLED : LOST, providerAtFault: true };
      }
    },
  };
}

function isWithin(atMs: number, day: string): boolean {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  return atMs >= fromMs && atMs < fromMs + DAY_MS;
}
