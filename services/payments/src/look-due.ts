import type { PaymentsDeps } from "./deps.ts";
import { lookSafely } from "./look.ts";

/** Provider reads under way at once in one call; their number bounds what a backlog does to the provider. */
const CONCURRENCY = 16;

export type LookCounts = { looked: number; changed: number; failed: number };

/**
 * Claims what is due, looks at each, answers with counts. Any number of callers on any number of
 * processes share the work (architecture §6, Look).
 */
export async function lookDue(deps: PaymentsDeps, limit: number): Promise<LookCounts> {
  const claimedAt = performance.now();
  const queue = await deps.looks.claimDue(limit);
  const counts: LookCounts = { looked: 0, changed: 0, failed: 0 };
  const worker = async () => {
    for (let due = queue.pop(); due !== undefined; due = queue.pop()) {
      const result = await lookSafely(deps, due, claimedAt);
      deps.metrics.looks.inc({ result });
      counts.looked += 1;
      if (result !== "unchanged") counts[result] += 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, queue.length) }, worker));
  return counts;
}
