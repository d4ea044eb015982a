import type { AcquirerUse } from "../acquirer.ts";
import { createHttpClient, type HttpClient } from "../http/http-client.ts";
import { csvRowsOf, NotCsv, recordsBy, type CsvRecord } from "../csv/csv-reader.ts";
import { createLocalClock, type LocalClock } from "../csv/local-time.ts";
import type { ProviderCall, Reply } from "../reply.ts";
import { DAY_MS, type StatementAdapter, type StatementLine, type StatementOutcome } from "../statement.ts";
import { baseOf } from "./adyen-http.ts";
import { paymentsReport, transfersReport, type Report } from "./report-lines.ts";
import { atFault, GARBLED, healthy, LOST } from "./reading.ts";
import type { AdyenSettings } from "./settings.ts";

/** Days here are those of UTC, put together from the reports of the days of the account's time zone. */
const CUT_OFF_MS = 0;
/**
 * The later of the two reports that a day is in ends up to a day after it, and is there some hours later: until then
 * nothing is read.
 */
const POSTED_WITHIN_MS = 36 * 3_600_000;

export interface AdyenStatement extends StatementAdapter {
  shutdown(): Promise<void>;
}

/** An account whose reports nobody gave us access to: no day can be read. */
export const NO_STATEMENT: AdyenStatement = {
  unavailable: true,
  cutOffMs: CUT_OFF_MS,
  postedWithinMs: POSTED_WITHIN_MS,
  read: async () => healthy(GARBLED),
  shutdown: async () => undefined,
};

type ReportSettings = Required<
  Pick<AdyenSettings, "merchant_account" | "reports_url" | "report_user" | "report_password" | "time_zone">
> &
  Pick<AdyenSettings, "transfers_reports_url" | "balance_account">;

/** The daily accounting reports of the merchant account and, where it pays out, of the balance platform. */
export function createAdyenStatement(
  settings: ReportSettings,
  { lookup }: Pick<AcquirerUse, "lookup"> = {},
): AdyenStatement {
  const clock = createLocalClock(settings.time_zone);
  const credentials = Buffer.from(`${settings.report_user}:${settings.report_password}`).toString("base64");
  const headers = ["authorization", `Basic ${credentials}`];
  const { transfers_reports_url, balance_account } = settings;
  const sources = [
    sourceOf(settings.reports_url, paymentsReport(settings.merchant_account), lookup),
    ...(transfers_reports_url === undefined || balance_account === undefined
      ? []
      : [sourceOf(transfers_reports_url, transfersReport(balance_account), lookup)]),
  ];

  return {
    cutOffMs: CUT_OFF_MS,
    postedWithinMs: POSTED_WITHIN_MS,
    async read(day, take, call) {
      const fromMs = Date.parse(`${day}T00:00:00Z`);
      const isOfTheDay = ({ executedAtMs }: StatementLine) =>
        executedAtMs >= fromMs && executedAtMs < fromMs + DAY_MS;
      let count = 0;
      for (const source of sources) {
        for (const local of localDaysOf(clock, fromMs)) {
          const outcome = await readReport(source, local, headers, call, async (rows) => {
            const lines = rows
              .map((row) => source.report.lineOf(row, clock))
              .filter((line) => line !== null)
              .filter(isOfTheDay);
            count += lines.length;
            return () => (lines.length === 0 ? Promise.resolve() : take(lines));
          });
          if (outcome !== null) return outcome;
        }
      }
      return healthy({ kind: "read", lines: count });
    },
    shutdown: async () => void (await Promise.all(sources.map(({ http }) => http.shutdown()))),
  };
}

/** The days of the account's time zone that a day of UTC is in. */
const localDaysOf = (clock: LocalClock, fromMs: number): ReadonlySet<string> =>
  new Set([fromMs, fromMs + DAY_MS / 2, fromMs + DAY_MS - 1].map((atMs) => clock.dayOf(atMs)));

interface Source {
  readonly http: HttpClient;
  readonly folder: string;
  readonly report: Report;
}

function sourceOf(url: string, report: Report, lookup: AcquirerUse["lookup"]): Source {
  const { origin, path } = baseOf(url);
  return { http: createHttpClient({ origin, connections: 2, lookup }), folder: path, report };
}

/** Null where it was read to its end; else what became of the whole statement. */
async function readReport(
  { http, folder, report }: Source,
  day: string,
  headers: string[],
  { signal }: ProviderCall,
  understand: (rows: readonly CsvRecord[]) => Promise<() => Promise<void>>,
): Promise<Reply<StatementOutcome> | null> {
  const path = `${folder}/${report.name}_${day.replaceAll("-", "_")}.csv`;
  const answer = await http.open({ path, headers, signal });
  if (answer === null) return atFault(LOST);
  if (answer.status !== 200) {
    answer.discard();
    // A report that is not there yet is asked for again; one that we may not have is a mistake of the set-up.
    const { status } = answer;
    return { outcome: status === 401 || status === 403 ? GARBLED : LOST, providerAtFault: status >= 500 };
  }
  let taking = false;
  try {
    let recordOf: ((row: readonly string[]) => CsvRecord) | null = null;
    for await (const rows of csvRowsOf(answer.pieces)) {
      const [header] = rows;
      const isFirst = recordOf === null && header !== undefined;
      if (isFirst) recordOf = recordsBy(header, report.columns);
      const give = await understand((isFirst ? rows.slice(1) : rows).map((row) => recordOf?.(row) ?? {}));
      taking = true;
      await give();
      taking = false;
    }
    return recordOf === null ? atFault(GARBLED) : null;
  } catch (error) {
    answer.discard();
    if (taking) throw error;
    return atFault(error instanceof NotCsv ? GARBLED : LOST);
  }
}
