import { syncDelayMs } from "@flowlix/engine";
import { isTerminal, type RefundState } from "../lifecycle/refund-lifecycle.ts";

type Schedule = Parameters<typeof syncDelayMs>[0];

/**
 * Seconds until the next status sync, by how often one was tried; the last entry repeats. A lost answer is first
 * synced within 5 s and at most 30 s later (docs/design/decisions.md#lost-answers).
 */
const IN_DOUBT: Schedule = [1, 2, 4, 8, 15, 30];
/**
 * Likewise. The first five are at most 3 s apart, for a result that comes within about 11 s. After that the pauses grow
 * to 10 min.
 */
const PROCESSING: Schedule = [2, 2, 2, 2, 3, 5, 10, 30, 60, 120, 300, 600];

/** Milliseconds until the next status sync of a Refund; null once it has ended. */
export function syncInMs(
  { status, in_doubt }: Pick<RefundState, "status" | "in_doubt">,
  syncCount: number,
): number | null {
  if (isTerminal(status)) return null;
  return syncDelayMs(status === "PENDING" || in_doubt ? IN_DOUBT : PROCESSING, syncCount);
}

/** Likewise of one in doubt whose absence proves nothing: as soon, but slower and slower. */
export const neverFoundSoonMs = ({ look_count: count }: { readonly look_count: number }): number =>
  Math.max(syncDelayMs(IN_DOUBT, count), syncDelayMs(PROCESSING, count));
