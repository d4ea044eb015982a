/** What a look came to; `failed` where it learned nothing. */
export type LookResult = "changed" | "unchanged" | "failed";

export type LookCounts = { looked: number; changed: number; failed: number };

/**
 * Looks under way at once in one call, which bounds what a backlog does to the provider. No more are
 * claimed at a time, so that none waits out its lease in a queue and a stop waits for one item each.
 */
export const LOOKS_AT_ONCE = 16;

/**
 * So often at most, some five hours at the pace of PROCESSING, is what has ended looked at on account of one contradiction
 * while its provider still works on it. What is executed later a statement has, which contradicts the end anew.
 */
export const LOOKS_AT_END_MAX = 40;

export interface DueLooks<Due> {
  /** Leases what is due, so many at most. */
  claim(limit: number): Promise<readonly Due[]>;
  /** Never rejects. `claimedAt` by the monotonic clock of this process. */
  look(due: Due, claimedAt: number): Promise<LookResult>;
  observe(result: LookResult): void;
}

/**
 * Claims what is due, looks at each, answers with counts. Any number of callers on any number of
 * processes share the work (architecture §6, Look).
 */
export async function lookAtDue<Due>(looks: DueLooks<Due>, limit: number): Promise<LookCounts> {
  const counts: LookCounts = { looked: 0, changed: 0, failed: 0 };
  while (counts.looked < limit) {
    const wanted = Math.min(LOOKS_AT_ONCE, limit - counts.looked);
    const claimed = await looks.claim(wanted);
    const claimedAt = performance.now();
    const results = await Promise.all(claimed.map((due) => looks.look(due, claimedAt)));
    for (const result of results) {
      looks.observe(result);
      counts.looked += 1;
      if (result !== "unchanged") counts[result] += 1;
    }
    if (claimed.length < wanted) break;
  }
  return counts;
}

/**
 * Milliseconds until the next look, by how often one was tried; the schedule's last entry repeats. Up to a
 * tenth earlier than the schedule, so that an outage's backlog does not come back in one wave, and never later.
 */
export function lookDelayMs(secondsByCount: readonly [number, ...number[]], lookCount: number): number {
  const seconds = secondsByCount[Math.min(lookCount, secondsByCount.length - 1)] ?? secondsByCount[0];
  return Math.round(seconds * 1000 * (0.9 + Math.random() * 0.1));
}
