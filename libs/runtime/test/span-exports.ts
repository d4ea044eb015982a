import { createMetrics, type Metrics } from "@flowlix/runtime";
import { startSpanExport, type SpanExportOptions } from "../src/span-export.ts";
import type { Tracing } from "../src/tracing.ts";
import { recordingLogger } from "./support.ts";

export interface TestExport {
  readonly tracing: Tracing;
  readonly lines: string[];
  /** Recorded spans by what became of them. */
  readonly counts: () => Promise<Record<string, number>>;
}

/** The export of a process of a test's own, whose stop ends when all is exported, however slow the machine is. */
export function exportTo(endpoint: string, changes: Partial<SpanExportOptions> = {}): TestExport {
  const metrics = createMetrics({ processMetrics: false });
  const { logger, lines } = recordingLogger();
  const tracing = startSpanExport({
    endpoint,
    protocol: "http/json",
    headers: {},
    sampler: "parentbased_traceidratio",
    ratio: 1,
    backgroundShare: 1,
    instance: "one",
    namespace: "test",
    logger,
    metrics,
    stopMaxMs: 60_000,
    ...changes,
  });
  return { tracing, lines, counts: () => countsOf(metrics) };
}

async function countsOf(metrics: Metrics): Promise<Record<string, number>> {
  const counter = metrics.counter("trace_spans_total", "", ["outcome"]);
  const { values } = await counter.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels["outcome"]), value]));
}
