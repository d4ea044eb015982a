import type { PayoutStatus } from "@flowlix/contracts";
import { syncDelayMs } from "@flowlix/engine";

/** Seconds until the next status sync, by how often one was tried; the last entry repeats. */
const SCHEDULES: Readonly<Partial<Record<PayoutStatus, readonly [number, ...number[]]>>> = {
  // A lost answer is first synced within 5 s and at most 30 s later (docs/design/decisions.md#lost-answers).
  PENDING: [1, 2, 4, 8, 15, 30],
  // The first five are at most 3 s apart, for a result that comes within about 11 s. After that the pauses grow to
  // 10 min.
  PROCESSING: [2, 2, 2, 2, 3, 5, 10, 30, 60, 120, 300, 600],
};

/** Milliseconds until the next status sync of a Payout; null once it has ended. */
export function syncInMs(status: PayoutStatus, syncCount: number): number | null {
  const schedule = SCHEDULES[status];
  return schedule === undefined ? null : syncDelayMs(schedule, syncCount);
}

/** Likewise of one that was sent, perhaps, and whose absence proves nothing: as soon, but slower and slower. */
export const neverFoundSoonMs = ({ look_count: count }: { readonly look_count: number }): number =>
  Math.max(syncInMs("PENDING", count) ?? 0, syncInMs("PROCESSING", count) ?? 0);
