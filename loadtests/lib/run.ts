import http from "k6/http";
import type { TestName } from "../data/tests.ts";
import { unexpectedStatus } from "./metrics.ts";
import { markdownOf, reportOf, type Report, type SummaryData } from "./report.ts";
import type { Session } from "./session.ts";
import { BASE_URL, MERCHANTS, PROFILE, SUMMARY_FILE } from "./settings.ts";
import { beginRun, judge } from "./truth.ts";

/** Before every test: the installation answers, the keys are there, the witness has opened a run. */
export function begin(made: readonly string[] = []): Session {
  if (MERCHANTS.length === 0)
    throw new Error("KEYS_FILE is not set or holds no merchant: see loadtests/README.md");
  const health = http.get(`${BASE_URL}/v1/health`, { tags: { name: "health", target: "setup" } });
  if (health.status !== 200)
    throw new Error(`${BASE_URL}/v1/health answers ${health.status || health.error}`);
  unexpectedStatus.add(0);
  const run = beginRun();
  return { run, id: `load-${Date.now().toString(36)}-${run}`, made };
}

/** After every test: everything that was told is compared with what is true. */
export function teardown(): void {
  judge();
}

/** Results to the screen and, where a file was named, as JSON and Markdown. */
export function summaryOf(test: TestName, more: (report: Report) => Partial<Report> = () => ({})) {
  return (data: SummaryData): Record<string, string> => {
    const plain = reportOf(test, PROFILE, data);
    const report = { ...plain, ...more(plain) };
    const markdown = markdownOf(report);
    const files: Record<string, string> =
      SUMMARY_FILE === ""
        ? {}
        : { [SUMMARY_FILE]: `${JSON.stringify(report, null, 2)}\n`, [`${SUMMARY_FILE}.md`]: markdown };
    return { stdout: `\n${markdown}`, ...files };
  };
}
