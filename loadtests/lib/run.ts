import http from "k6/http";
import { findsHangsOnly } from "../data/profiles.ts";
import type { TestName } from "../data/tests.ts";
import { unexpectedStatus } from "./metrics.ts";
import { markdownOf, reportOf, type Report, type RunFacts, type SummaryData } from "./report.ts";
import type { Session } from "./session.ts";
import {
  BASE_URL,
  K6_RELEASE,
  MERCHANTS,
  PROFILE,
  REVISION,
  SECONDS,
  SEED,
  STARTED_AT,
  SUMMARY_FILE,
} from "./settings.ts";
import { beginRun, countFindings } from "./verifier.ts";

/** Before every test: the installation answers, the keys are there, the verifier has opened a run. */
export function begin(made: readonly string[] = []): Session {
  if (MERCHANTS.length === 0)
    throw new Error("KEYS_FILE is not set or holds no merchant: see docs/load-tests.md");
  const health = http.get(`${BASE_URL}/v1/health`, { tags: { name: "health", target: "setup" } });
  if (health.status !== 200)
    throw new Error(`${BASE_URL}/v1/health answers ${health.status || health.error}`);
  unexpectedStatus.add(0);
  const run = beginRun();
  return { run, id: `load-${Date.now().toString(36)}-${run}`, made };
}

/** After every test the verifier compares all answers with API and book. */
export function teardown(): void {
  countFindings();
}

/**
 * Results as a table and as JSON: in a file where one is named, else in the log, which is all that a container keeps.
 */
export function summaryOf(test: TestName, more: (report: Report) => Partial<Report> = () => ({})) {
  return (data: SummaryData): Record<string, string> => {
    const plain = { run: factsOf(data), notes: notesOf(data), ...reportOf(test, PROFILE, data) };
    const report = { ...plain, ...more(plain) };
    const markdown = markdownOf(report);
    if (SUMMARY_FILE === "") return { stdout: `\n${JSON.stringify(report)}\n\n${markdown}` };
    const saved = {
      [SUMMARY_FILE]: `${JSON.stringify(report, null, 2)}\n`,
      [`${SUMMARY_FILE}.md`]: markdown,
    };
    return { stdout: `\n${markdown}`, ...saved };
  };
}

function factsOf({ state }: SummaryData): RunFacts {
  const begun = new Date(Date.now() - (state?.testRunDurationMs ?? 0)).toISOString();
  return {
    started_at: STARTED_AT === "" ? begun : STARTED_AT,
    revision: REVISION,
    seed: SEED,
    target: BASE_URL.replace(/\/\/[^/@]*@/, "//"),
    k6: K6_RELEASE,
    phase_seconds: SECONDS,
  };
}

function notesOf({ metrics }: SummaryData): string[] {
  const others = metrics["unattributed_lines"]?.values["count"] ?? 0;
  return [
    ...(findsHangsOnly(PROFILE)
      ? [`Limits of latency in profile ${PROFILE} find what hangs. That they held says nothing of speed.`]
      : []),
    ...(others > 0
      ? [
          `${others} lines of the book are of no object that this run's merchants made since it began. None of them fits a create of ` +
            "this run that was not answered, so they are taken for others' or older; one that is neither is lost money.",
        ]
      : []),
  ];
}
