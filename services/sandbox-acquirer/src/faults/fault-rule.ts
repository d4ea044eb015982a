/** The operations of the merchant-facing API that move or show an order, a refund or a payout, and the statement. */
export const OPERATIONS = [
  "register",
  "authorise",
  "read",
  "cancel",
  "reverse",
  "refund",
  "read_refund",
  "cancel_refund",
  "payout",
  "read_payout",
  "cancel_payout",
  "statement",
] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * What can go wrong on demand.
 * Before anything is executed: `fail_before` says so, `throttle` and `unavailable` too, `down` ends the
 * connection. After it was executed and committed: `lose_answer` ends the connection, `garbage` and
 * `other_amount` answer what is not so. `slow` waits first and combines with one of the others.
 */
export const FAULTS = [
  "slow",
  "fail_before",
  "lose_answer",
  "garbage",
  "other_amount",
  "down",
  "throttle",
  "unavailable",
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultRule {
  readonly operation: Operation | "any";
  readonly fault: Fault;
  /** For `slow`: how long to wait. */
  readonly delay_ms?: number;
  /** How often it applies; absent: until it is taken back. */
  readonly times?: number;
  /** Only for this reference, of an order, a refund or a payout, or this day's statement; absent: for all. */
  readonly reference?: string;
}

/** What applies to one request: a pause, and at most one other fault. */
export interface AppliedFaults {
  readonly delayMs: number;
  /** Aborted when the faults are taken back: the pause ends then. */
  readonly cleared: AbortSignal;
  readonly fault: Exclude<Fault, "slow"> | null;
}

/** Longer than every deadline of a client, short enough that nothing waits for ever. */
export const DELAY_MAX_MS = 120_000;
export const RULES_MAX = 100;
