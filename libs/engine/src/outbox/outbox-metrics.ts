import type { Gauge } from "prom-client";
import { beginAtZero, type Metrics } from "@flowlix/runtime";

interface Counts {
  readonly pending: number;
  readonly oldestSeconds: number;
  readonly parked: number;
}

const GAUGES = {
  outbox_pending: { help: "Events that wait in an owner's outbox, up to 10,000", of: "pending" },
  outbox_oldest_unpublished_age_seconds: {
    help: "Age of the oldest event that waits in an owner's outbox and is not held after a refusal",
    of: "oldestSeconds",
  },
  outbox_parked: { help: "Events that were refused for good and await an operator", of: "parked" },
} as const satisfies Record<string, { help: string; of: keyof Counts }>;

/** How to count, by owner: several may live in one process. */
const counters = new WeakMap<Metrics, Map<string, () => Promise<Counts>>>();

/**
 * The metrics of an owner's outbox. Answers a function that counts rows as they leave it. `count` is called at every
 * scrape; an owner whose database does not answer has no value then.
 */
export function outboxMetrics(
  metrics: Metrics,
  owner: string,
  count: () => Promise<Counts>,
): (outcome: string, rows: number) => void {
  const known = counters.get(metrics);
  const owners = known ?? new Map<string, () => Promise<Counts>>();
  owners.set(owner, onceAScrape(count));
  if (known === undefined) {
    counters.set(metrics, owners);
    for (const [name, { help, of }] of Object.entries(GAUGES))
      metrics.gauge(name, help, ["owner"], (gauge) => collect(gauge, owners, of));
  }
  const published = metrics.counter(
    "outbox_published_total",
    "Events that an owner's outbox handed over, by what became of them",
    ["owner", "outcome"],
  );
  beginAtZero(published, { owner: [owner], outcome: ["stored", "refused", "parked", "failed"] });
  return (outcome, rows) => published.inc({ owner, outcome }, rows);
}

async function collect(
  gauge: Gauge,
  owners: ReadonlyMap<string, () => Promise<Counts>>,
  of: keyof Counts,
): Promise<void> {
  gauge.reset();
  const values = [...owners].map(async ([owner, count]) => {
    const counts = await count().catch(() => undefined);
    if (counts !== undefined) gauge.set({ owner }, counts[of]);
  });
  await Promise.all(values);
}

/** The gauges of one scrape are collected at the same time: they share one count. */
function onceAScrape(count: () => Promise<Counts>): () => Promise<Counts> {
  let underWay: Promise<Counts> | undefined;
  return () => {
    underWay ??= count().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}
