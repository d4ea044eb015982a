import type { SharedCommitOptions } from "@flowlix/persistence";
import { beginAtZero, type Metrics } from "@flowlix/runtime";
import type { Operation } from "./faults/fault-rule.ts";

export type BatchObserver = NonNullable<SharedCommitOptions<unknown, unknown>["observe"]>;

/** Everything this program counts. Labels are operations, statuses and names of ours, never an id. */
export interface AcquirerMetrics {
  /** @param answer the HTTP status, or `destroyed` when the connection was ended instead */
  answered(operation: Operation, answer: number | "destroyed", durationMs: number): void;
  faultApplied(operation: Operation, fault: string): void;
  callbackTried(delivered: boolean): void;
  resultsFinalised(count: number): void;
  readonly batch: BatchObserver;
}

const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128];

export function createAcquirerMetrics(metrics: Metrics): AcquirerMetrics {
  const answers = metrics.counter("acquirer_answers_total", "Answers by operation and HTTP status.", [
    "operation",
    "answer",
  ]);
  const seconds = metrics.histogram("acquirer_answer_seconds", "Time until the answer was ready.", [
    "operation",
  ]);
  const faults = metrics.counter("acquirer_faults_total", "Faults applied as set over the admin listener.", [
    "operation",
    "fault",
  ]);
  const callbacks = metrics.counter("acquirer_callback_tries_total", "Tries to deliver a callback.", [
    "delivered",
  ]);
  beginAtZero(callbacks, { delivered: ["true", "false"] });
  const finalised = metrics.counter(
    "acquirer_results_settled_total",
    "Asynchronous results that became due.",
  );
  const batches = metrics.histogram(
    "acquirer_batch_items",
    "Items sharing one commit.",
    ["commit"],
    BATCH_BUCKETS,
  );
  const repeated = metrics.counter(
    "acquirer_batches_repeated_total",
    "Commits whose items were repeated alone.",
    ["commit"],
  );
  return {
    answered(operation, answer, durationMs) {
      answers.inc({ operation, answer });
      seconds.observe({ operation }, durationMs / 1_000);
    },
    faultApplied: (operation, fault) => faults.inc({ operation, fault }),
    callbackTried: (delivered) => callbacks.inc({ delivered: String(delivered) }),
    resultsFinalised: (count) => finalised.inc(count),
    batch({ name, size, failed }) {
      batches.observe({ commit: name }, size);
      if (failed) repeated.inc({ commit: name });
    },
  };
}
