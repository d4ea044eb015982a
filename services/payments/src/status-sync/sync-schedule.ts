import type { PaymentStatus } from "@flowlix/contracts";
import { syncDelayMs } from "@flowlix/engine";
import { TIME_LADDER } from "@flowlix/runtime";
import { attemptOf } from "../payment/order.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";

/** When the database's clock says that a time is not quite over, which this process took for over. */
export const NOT_QUITE_MS = 500;

/**
 * Milliseconds of each call of a status sync: it reads earlier orders, where there are, then the one of now, and may
 * close it.
 */
export const callDeadlineMs = (row: PaymentRow): number => TIME_LADDER.syncMs / (attemptOf(row) > 1 ? 3 : 2);

/** Seconds until the next status sync, by how often one was tried; the last entry repeats. */
const SCHEDULES: Readonly<Partial<Record<PaymentStatus, readonly [number, ...number[]]>>> = {
  // A lost answer is first synced within 5 s and at most 30 s later (docs/design/decisions.md#lost-answers).
  PENDING: [1, 2, 4, 8, 15, 30],
  // The first five are at most 3 s apart, for a result that comes within about 11 s. After that the pauses grow to
  // 10 min.
  PROCESSING: [2, 2, 2, 2, 3, 5, 10, 30, 60, 120, 300, 600],
  // A payer takes minutes; the callback and the returning browser are sooner than a status sync.
  REQUIRES_ACTION: [15, 30, 60, 120, 300],
};

/**
 * Milliseconds until the next status sync of a Payment; null once it has ended. An action's expiry ahead is
 * never slept through; one that is past is no reason to hurry.
 */
export function syncInMs(
  status: PaymentStatus,
  syncCount: number,
  expiresInMs: number | null,
): number | null {
  const schedule = SCHEDULES[status];
  if (schedule === undefined) return null;
  const spread = syncDelayMs(schedule, syncCount);
  return expiresInMs === null || expiresInMs <= 0 ? spread : Math.round(Math.min(spread, expiresInMs));
}

/** Milliseconds until the next status sync of a Payment that the last one left as it was. */
export function nextSyncInMs(row: PaymentRow, syncCount: number, nowMs: number): number | null {
  const leftMs = (until: Date): number => until.getTime() - nowMs;
  const expiresInMs = row.action_expires_at === null || row.expiring ? null : leftMs(row.action_expires_at);
  if (row.status !== "REQUIRES_ACTION" || row.submit_until === null)
    return syncInMs(row.status, syncCount, expiresInMs);
  // A card was sent on the hosted page and its payer waits. Its submission records an outcome by then.
  const submissionInMs = leftMs(row.submit_until);
  return submissionInMs > 0 ? Math.ceil(submissionInMs) : syncInMs("PENDING", syncCount, expiresInMs);
}

/** Milliseconds until the next status sync of one whose order is being closed: as soon, but slower and slower. */
export const closingInMs = (
  { look_count: syncCount }: { readonly look_count: number },
  soonMs: number | null,
): number | null => Math.max(soonMs ?? 0, syncInMs("PROCESSING", syncCount, null) ?? 0);
