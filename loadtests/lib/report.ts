/*
 * What k6 hands to `handleSummary`, made readable. Nothing of k6 is imported: the runner and its tests
 * read the same.
 */
export interface MetricSummary {
  readonly type: string;
  readonly contains: string;
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

export interface SummaryData {
  readonly metrics: Readonly<Record<string, MetricSummary>>;
  readonly state?: { readonly testRunDurationMs: number };
}

export interface ThresholdResult {
  readonly metric: string;
  readonly limit: string;
  readonly ok: boolean;
  /** The value that the limit is about, as far as it is one of those listed. */
  readonly value: number | null;
}

/** Runs can be compared where these are the same. */
export interface RunFacts {
  /** ISO 8601, UTC */
  readonly started_at: string;
  /** The commit of the load tests, and of the platform where they started it. */
  readonly revision: string;
  readonly seed: number;
  readonly target: string;
  readonly k6: string;
  /** The length of each phase, where it is not the profile's. */
  readonly phase_seconds: number | null;
}

/** The saved document. */
export interface Report {
  readonly run?: RunFacts;
  readonly test: string;
  readonly profile: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly thresholds: readonly ThresholdResult[];
  readonly metrics: Readonly<Record<string, MetricSummary>>;
  readonly knee?: string;
  /** What a reader has to know of these figures. */
  readonly notes?: readonly string[];
}

export function reportOf(test: string, profile: string, { metrics, state }: SummaryData): Report {
  const thresholds = Object.entries(metrics).flatMap(([metric, { thresholds: limits = {}, values }]) =>
    Object.entries(limits).map(([limit, { ok }]) => ({ metric, limit, ok, value: valueOf(limit, values) })),
  );
  return {
    test,
    profile,
    passed: thresholds.length > 0 && thresholds.every(({ ok }) => ok),
    seconds: Math.round((state?.testRunDurationMs ?? 0) / 100) / 10,
    thresholds,
    metrics,
  };
}

/** `p(95)<300` is about the value `p(95)`. */
function valueOf(limit: string, values: Readonly<Record<string, number>>): number | null {
  const name = /^[a-z]+(\([\d.]+\))?/.exec(limit)?.[0] ?? "";
  return values[name] ?? null;
}

interface AsBefore {
  /** Of the same figure, in two phases. */
  readonly before: string;
  readonly after: string;
  readonly slackMs: number;
}

const AS_BEFORE_FACTOR = 1.5;

/**
 * Whether latency is as before: at most half more, and some milliseconds, because the p95 of a short phase is the
 * latency of its one or two slowest requests. A threshold of k6 cannot compare two metrics, so it is checked here.
 */
export function compareWithBefore(report: Report, { before, after, slackMs }: AsBefore): Partial<Report> {
  const p95 = (metric: string): number | null => report.metrics[metric]?.values["p(95)"] ?? null;
  const [was, is] = [p95(before), p95(after)];
  const limit = was === null ? null : Math.round(was * AS_BEFORE_FACTOR + slackMs);
  const ok = is !== null && limit !== null && is <= limit;
  const limitText = `p(95) as before: <=${limit ?? "unknown"}, ${AS_BEFORE_FACTOR} times ${text(was)} and ${slackMs} ms`;
  return {
    thresholds: [...report.thresholds, { metric: after, limit: limitText, ok, value: is }],
    passed: report.passed && ok,
  };
}

/** Always hold. They only make k6 keep figures apart. */
const ALWAYS = new Set(["max>=0", "count>=0"]);

const text = (value: number | null): string => (value === null ? "–" : String(Math.round(value * 100) / 100));

export function markdownOf(report: Report): string {
  const { metrics, thresholds, run, notes = [] } = report;
  const failed = thresholds.filter(({ ok }) => !ok);
  // Failed ones first, then by name.
  const shown = thresholds
    .filter(({ limit }) => !ALWAYS.has(limit))
    .toSorted((one, other) => Number(one.ok) - Number(other.ok) || (one.metric < other.metric ? -1 : 1));
  const lines = [
    `# ${report.test}, profile ${report.profile}: ${report.passed ? "passed" : "FAILED"}`,
    "",
    ...(run === undefined ? [] : [factsOf(run), ""]),
    `${report.seconds} s · ${countOf(metrics["iterations"])} journeys · ${countOf(metrics["http_reqs"])} requests · ` +
      `${countOf(metrics["dropped_iterations"])} arrivals dropped · ${countOf(metrics["repeated_requests"])} creates and reads repeated · ` +
      `${countOf(metrics["truth_compared"])} objects compared`,
    "",
    ...(failed.length === 0
      ? []
      : ["Failed: " + failed.map(({ metric, limit }) => `${metric} ${limit}`).join("; "), ""]),
    "| Threshold | Limit | Measured | |",
    "| - | - | - | - |",
    ...shown.map(
      ({ metric, limit, value, ok }) =>
        `| ${metric} | ${limit} | ${text(value)} | ${ok ? "ok" : "**failed**"} |`,
    ),
    "",
    ...latencies(metrics),
    ...notes.flatMap((note) => ["", note]),
    ...(report.knee === undefined ? [] : ["", report.knee]),
  ];
  return `${lines.join("\n")}\n`;
}

const factsOf = ({ started_at: at, revision, seed, target, k6, phase_seconds: seconds }: RunFacts): string =>
  `${at} · ${target} · revision ${revision} · seed ${seed} · k6 ${k6}` +
  (seconds === null ? "" : ` · phases of ${seconds} s`);

const countOf = (metric: MetricSummary | undefined): number => metric?.values["count"] ?? 0;

function latencies(metrics: SummaryData["metrics"]): string[] {
  const trends = Object.entries(metrics).filter(
    ([name, { type, values }]) =>
      type === "trend" && countOf({ type, contains: "", values }) > 0 && isReported(name),
  );
  if (trends.length === 0) return [];
  return [
    "| Milliseconds | count | med | p(95) | p(99) | max |",
    "| - | - | - | - | - | - |",
    ...trends.map(([name, { values }]) => {
      const cells = ["count", "med", "p(95)", "p(99)", "max"].map((key) => text(values[key] ?? null));
      return `| ${name} | ${cells.join(" | ")} |`;
    }),
  ];
}

const isReported = (name: string): boolean =>
  !name.includes("expected_response") &&
  (name.startsWith("http_req_duration{") || name === "payment_end_to_end" || name === "webhook_delay");

/** One phase of a test with rising load. */
export interface StepFigures {
  readonly name: string;
  readonly rate: number;
  readonly p95: number | null;
  readonly dropped: number;
}

/**
 * The last step before the first broken one, whose p95 is over the limit or which dropped arrivals. A step
 * without figures counts as broken.
 */
export function kneeOf(steps: readonly StepFigures[], p95LimitMs: number): string {
  const broken = steps.findIndex(({ p95, dropped }) => p95 === null || p95 > p95LimitMs || dropped > 0);
  const last = broken < 0 ? steps.at(-1) : steps[broken - 1];
  const limit = `p95 ${p95LimitMs} ms, nothing dropped`;
  if (last === undefined) return `Knee: below the first step (${limit}).`;
  if (broken < 0) return `Knee: not reached; ${last.rate}/s is within ${limit}.`;
  return `Knee: ${last.rate}/s is the last step within ${limit}; ${steps[broken]?.rate ?? "the next"}/s is not.`;
}
