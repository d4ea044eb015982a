/**
 * The one ladder of times (architecture §4), in milliseconds. Each step leaves room for the one
 * below it to end and be answered.
 */
export const TIME_LADDER = {
  /** A provider call within a submission. */
  providerCallMs: 10_000,
  /** What an owner may use of a request. */
  ownerMs: 23_000,
  /** A merchant's request. */
  requestMs: 25_000,
  /** Calls under way when a process is told to stop. */
  drainMs: 30_000,
  ingressMs: 30_000,
  /** How long after a request's deadline its key is kept. */
  leaseExtraMs: 15_000,
  /** A process that has not ended by then ends itself. */
  hardStopMs: 45_000,
  preStopMs: 5_000,
  graceMs: 50_000,
} as const;
