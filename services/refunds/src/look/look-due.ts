import type { RefundsDeps } from "../deps.ts";
import { lookSafely } from "./look.ts";

/**
 * Looks under way at once in one call, which bounds what a backlog does to the provider. No more are
 * claimed at a time, so that none waits out its lease in a queue and a stop waits for one item each.
 */
export const LOOKS_AT_ONCE = 16;

export type LookCounts = { looked: number; changed: number; failed: number };

/**
 * Claims what is due, looks at each, answers with counts. Any number of callers on any number of
 * processes share the work (architecture §6, Look).
 */
export async function lookDue(deps: RefundsDeps, limit: number): Promise<LookCounts> {
  const counts: LookCounts = { looked: 0, changed: 0, failed: 0 };
  while (counts.looked < limit) {
    const wanted = Math.min(LOOKS_AT_ONCE, limit - counts.looked);
    const claimed = await deps.looks.claimDue(wanted);
    const claimedAt = performance.now();
    const results = await Promise.all(claimed.map((due) => lookSafely(deps, due, claimedAt)));
    for (const result of results) {
      deps.metrics.looks.inc({ result });
      counts.looked += 1;
      if (result !== "unchanged") counts[result] += 1;
    }
    if (claimed.length < wanted) break;
  }
  return counts;
}
