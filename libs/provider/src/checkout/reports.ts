import type { ProviderCall } from "../reply.ts";
import { DAY_MS } from "../statement.ts";
import type { CheckoutHttp } from "./checkout-http.ts";
import { garbled, lost } from "./not-read.ts";
import type { WireReport, WireShapes } from "./wire.ts";

const REPORT_TYPE = /^financial ?actions(?: ?by ?date ?range)?$/i;
const REPORTS_LIMIT = 100;
/** Some of a day's reports and those of other kinds; more pages than these are not gone through. */
const REPORT_PAGES_MAX = 20;

export interface ReportsOptions {
  readonly http: CheckoutHttp;
  readonly shapes: WireShapes;
  readonly entityId: string | undefined;
}

/** The report of exactly that day; it is made after the day's end. Throws NotRead where there is not a single one. */
export async function reportOf(
  { http, shapes, entityId }: ReportsOptions,
  day: string,
  call: ProviderCall,
): Promise<WireReport> {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  const query = new URLSearchParams({
    created_after: new Date(fromMs + DAY_MS).toISOString(),
    created_before: new Date(fromMs + 3 * DAY_MS).toISOString(),
    limit: String(REPORTS_LIMIT),
    ...(entityId === undefined ? {} : { entity_id: entityId }),
  });
  let path = `/reports?${query.toString()}`;
  for (let page = 0; page < REPORT_PAGES_MAX; page += 1) {
    const reading = await http.get(path, shapes.isReports, call);
    if (reading.kind !== "answer") throw lost(reading.kind !== "refusal" || reading.status >= 500);
    const { data, _links } = reading.value;
    const found = data.filter((report) => isOfDay(report, fromMs));
    const [report] = found;
    // Two that may differ: which of them to believe nobody said.
    if (found.length > 1) throw garbled();
    if (report !== undefined) return report;
    const next = nextPath(_links?.next?.href);
    if (next === null) throw lost(false);
    path = next;
  }
  throw lost(false);
}

function isOfDay({ type, from, to }: WireReport, fromMs: number): boolean {
  const [begins, ends] = [Date.parse(from), Date.parse(to)];
  // Some reports name their last millisecond, and some the day after it.
  return (
    REPORT_TYPE.test(type) && begins === fromMs && ends > fromMs && Math.abs(ends - fromMs - DAY_MS) < 2_000
  );
}

/** Where the next page is: at the same place, whatever host the link names. */
function nextPath(href: string | undefined): string | null {
  const url = URL.parse(href ?? "");
  return url === null || url.pathname !== "/reports" ? null : `${url.pathname}${url.search}`;
}
