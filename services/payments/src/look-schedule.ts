import type { PaymentStatus } from "@flowlix/contracts";

/** Seconds until the next look, by how often one was tried; the last entry repeats. */
const SCHEDULES: Readonly<Partial<Record<PaymentStatus, readonly number[]>>> = {
  // A lost answer is first looked up within 5 s and at most 30 s later (decisions §10).
  PENDING: [1, 2, 4, 8, 15, 30],
  // An asynchronous result shows within 3 s of the provider's, also where its callback is lost.
  PROCESSING: [2, 2, 2, 2, 3, 5, 10, 30, 60, 120, 300, 600],
  // A payer takes minutes; the callback and the returning browser tell sooner than a look.
  REQUIRES_ACTION: [15, 30, 60, 120, 300],
};

/**
 * Milliseconds until a Payment is to be looked at again; null once it has ended. Spread by a tenth, so
 * that an outage's backlog does not come back in one wave. An action's expiry ahead is never slept through;
 * one that is past is no reason to hurry.
 */
export function lookInMs(
  status: PaymentStatus,
  lookCount: number,
  expiresInMs: number | null,
): number | null {
  const schedule = SCHEDULES[status];
  if (schedule === undefined) return null;
  const seconds = schedule[Math.min(lookCount, schedule.length - 1)] ?? 30;
  const spread = seconds * 1000 * (0.95 + Math.random() * 0.1);
  return Math.round(expiresInMs === null || expiresInMs <= 0 ? spread : Math.min(spread, expiresInMs));
}
