import { isTerminal, type RefundState } from "../lifecycle/refund-lifecycle.ts";

/** Seconds until the next look, by how often one was tried; the last entry repeats. */
// A lost answer is first looked up within 5 s and at most 30 s later (decisions §10).
const IN_DOUBT = [1, 2, 4, 8, 15, 30];
// An asynchronous result shows within 3 s of the provider's, also where its callback is lost.
const PROCESSING = [2, 2, 2, 2, 3, 5, 10, 30, 60, 120, 300, 600];

/**
 * Milliseconds until a Refund is to be looked at again; null once it has ended. Up to a tenth earlier than
 * its schedule, so that an outage's backlog does not come back in one wave, and never later.
 */
export function lookInMs(
  { status, in_doubt }: Pick<RefundState, "status" | "in_doubt">,
  lookCount: number,
): number | null {
  if (isTerminal(status)) return null;
  const schedule = status === "PENDING" || in_doubt ? IN_DOUBT : PROCESSING;
  const seconds = schedule[Math.min(lookCount, schedule.length - 1)] ?? 30;
  return Math.round(seconds * 1000 * (0.9 + Math.random() * 0.1));
}
