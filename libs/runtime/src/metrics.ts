import { PLATFORM_VERSION } from "@flowlix/contracts";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * Edges that hold every threshold of the service level objectives (docs/design/operations.md#metrics), in seconds.
 * Close together where most answers are, 2 to 30 ms, and up to the request's deadline, where the late ones are.
 */
export const DURATION_BUCKETS = [
  0.002, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10, 25, 60,
];

/**
 * Lets every known series of a counter begin at 0, before anything is counted: one that begins with its first event
 * does not increase by it. Answers the counter.
 */
export function beginAtZero(counter: Counter, labels: Readonly<Record<string, readonly string[]>>): Counter {
  let sets: Record<string, string>[] = [{}];
  for (const [label, values] of Object.entries(labels))
    sets = sets.flatMap((set) => values.map((value) => ({ ...set, [label]: value })));
  for (const set of sets) counter.inc(set, 0);
  return counter;
}

/**
 * The metrics of a process in a registry of its own. Asking twice for a name gives the same metric.
 * Labels are few and hold no ids; keep what `.labels()` returns on hot paths.
 */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  histogram(name: string, help: string, labels?: readonly string[], buckets?: readonly number[]): Histogram;
  /** `collect` runs at every scrape; while it fails, or takes two seconds, the gauge has no value. */
  gauge(
    name: string,
    help: string,
    labels?: readonly string[],
    collect?: (gauge: Gauge) => void | Promise<void>,
  ): Gauge;
  /** The text exposition of all of them. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** How often the event loop is woken to measure its lag. The default of 10 ms never lets an idle process sleep. */
const LAG_PRECISION_MS = 50;

/** Gauges that are named as if they were counters; their sums say nothing that the ones by type do not. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

export function createMetrics(
  options: { version?: string; revision?: string; processMetrics?: boolean } = {},
): Metrics {
  const registry = new Registry();
  if (options.processMetrics !== false) {
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });
    for (const name of MISNAMED) registry.removeSingleMetric(name);
  }
  const metrics = metricsIn(registry);
  metrics.gauge("build_info", "What runs here; always 1.", ["version", "revision", "node_version"]).set(
    {
      version: options.version ?? PLATFORM_VERSION,
      revision: options.revision ?? "unknown",
      node_version: process.version,
    },
    1,
  );
  return metrics;
}

function metricsIn(registry: Registry): Metrics {
  const made = new Map<string, Counter | Gauge | Histogram>();
  function getOrCreate<M extends Counter | Gauge | Histogram>(
    name: string,
    kind: new (...args: never[]) => M,
    create: () => M,
  ): M {
    const known = made.get(name);
    if (known instanceof kind) return known;
    if (known !== undefined) throw new Error(`the metric ${name} exists as another kind`);
    const metric = create();
    made.set(name, metric);
    return metric;
  }
  const common = (name: string, help: string, labels: readonly string[]) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: (name, help, labels = []) =>
      getOrCreate(name, Counter, () => new Counter(common(name, help, labels))),
    histogram: (name, help, labels = [], buckets = DURATION_BUCKETS) =>
      getOrCreate(
        name,
        Histogram,
        () => new Histogram({ ...common(name, help, labels), buckets: [...buckets] }),
      ),
    gauge: (name, help, labels = [], collect) =>
      getOrCreate(
        name,
        Gauge,
        () =>
          new Gauge({
            ...common(name, help, labels),
            ...(collect === undefined ? {} : { collect: collectorOf(collect, labels.length > 0) }),
          }),
      ),
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Well below the ten seconds that Prometheus waits for all of them. */
const COLLECT_LIMIT_MS = 2_000;

/**
 * What cannot be collected, because a database does not answer, has no value then: a scrape that failed with it
 * would hide all others.
 */
function collectorOf(collect: (gauge: Gauge) => void | Promise<void>, hasLabels: boolean) {
  return async function collectGauge(this: Gauge) {
    const { promise: tooLong, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(reject, COLLECT_LIMIT_MS, new Error("a gauge took too long to collect"));
    try {
      await Promise.race([collect(this), tooLong]);
    } catch {
      if (hasLabels) this.reset();
      else this.set(Number.NaN);
    } finally {
      clearTimeout(timer);
    }
  };
}
