/**
 * The one ladder of times (docs/design/architecture.md#time-ladder), in milliseconds. Each step leaves room for the one
 * below it to end and be answered. A provider call is bounded by libs/provider, an ingress (30 s) and a preStop (5 s)
 * by the charts.
 */
export const TIME_LADDER = {
  /** What an owner may use of a request. */
  ownerMs: 23_000,
  /** A merchant's request, unless it is set otherwise. */
  requestMs: 25_000,
  /** The longest a request may be set to: its answer must leave before an ingress or a drain ends it. */
  requestMaxMs: 28_000,
  /**
   * What an action that only uses its own database answers in. Its statements give a lock up sooner, and NATS drops a
   * process that hangs sooner. A repeatable action is asked again then.
   */
  answerMs: 5_000,
  /** What a request waits for a step with its key at most, so that there is time left to be answered. */
  keyStepMs: 10_000,
  /** One status sync of an object, which may read its provider and then close what never arrived there. */
  syncMs: 20_000,
  /** What a job waits for an owner's answer: it ends before a process that stops does. */
  jobCallMs: 25_000,
  /** Calls under way when a process begins to stop. */
  drainMs: 30_000,
  /** How long after a request's deadline its key is kept. */
  leaseExtraMs: 15_000,
  /** A process that has not ended by then ends itself. */
  hardStopMs: 45_000,
  /** The parent of a process kills it then. */
  graceMs: 50_000,
} as const;

/**
 * What an owner may use of a request's time: all but the gateway's own share (docs/design/architecture.md#time-ladder).
 */
export function ownerDeadlineMs(requestDeadlineMs: number): number {
  const gatewayShareMs = TIME_LADDER.requestMs - TIME_LADDER.ownerMs;
  return Math.max(requestDeadlineMs - gatewayShareMs, requestDeadlineMs / 2);
}
