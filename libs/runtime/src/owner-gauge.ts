import type { Gauge } from "prom-client";
import type { Metrics } from "./metrics.ts";

export interface OwnerGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

type Fill = (gauge: Gauge) => void | Promise<void>;

const fills = new WeakMap<Metrics, Map<string, Fill[]>>();

/**
 * A gauge whose series belong to several owners, which may live in one process: each fills in its own at a
 * scrape. One that fails, because its database does not answer, has no value then.
 */
export function ownerGauge(metrics: Metrics, { name, help, labels }: OwnerGauge, fill: Fill): void {
  const ofMetrics = fills.get(metrics) ?? new Map<string, Fill[]>();
  fills.set(metrics, ofMetrics);
  const known = ofMetrics.get(name);
  if (known !== undefined) {
    known.push(fill);
    return;
  }
  const all = [fill];
  ofMetrics.set(name, all);
  metrics.gauge(name, help, labels, async (gauge) => {
    gauge.reset();
    await Promise.all(all.map(async (one) => Promise.resolve(one(gauge)).catch(() => undefined)));
  });
}
