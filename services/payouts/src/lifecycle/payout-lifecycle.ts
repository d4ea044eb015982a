import type { FailureCode, PayoutStatus } from "@flowlix/contracts";

/** What can happen to a Payout, in the past tense. */
export type PayoutEvent =
  | { readonly type: "submitted" }
  | { readonly type: "succeeded" }
  | { readonly type: "failed"; readonly code: FailureCode };

export type PayoutEventType = PayoutEvent["type"];

/** Every legal move; a pair that is not here never happens. Marked (spec) where the specification says so. */
export const TRANSITIONS = {
  PENDING: {
    submitted: "PROCESSING", // (spec) the provider acknowledged the submission
    succeeded: "SUCCEEDED", // (spec) a direct move is allowed
    failed: "FAILED", // (spec) declined, or preparation failed before execution
  },
  PROCESSING: {
    succeeded: "SUCCEEDED",
    failed: "FAILED",
  },
  SUCCEEDED: {}, // (spec) terminal
  FAILED: {}, // (spec) terminal
} as const satisfies Record<PayoutStatus, Partial<Record<PayoutEventType, PayoutStatus>>>;

/** The part of a Payout that moves; times are Unix seconds. */
export interface PayoutState {
  readonly status: PayoutStatus;
  readonly failure_code: FailureCode | null;
  readonly updated_at: number;
  readonly completed_at: number | null;
}

/** Where every Payout begins, at the Unix second of its creation. */
export const newPayout = (now: number): PayoutState => ({
  status: "PENDING",
  failure_code: null,
  updated_at: now,
  completed_at: null,
});

export class IllegalTransition extends Error {
  constructor(status: PayoutStatus, event: PayoutEventType) {
    super(`a ${status} payout cannot take "${event}"`);
  }
}

export function nextStatus(status: PayoutStatus, event: PayoutEventType): PayoutStatus | null {
  const row: Partial<Record<PayoutEventType, PayoutStatus>> = TRANSITIONS[status];
  return row[event] ?? null;
}

export const isTerminal = (status: PayoutStatus): boolean => Object.keys(TRANSITIONS[status]).length === 0;

/**
 * The one function that moves a Payout's status (architecture §2 rule 8). Pure: takes the state, an
 * event and the Unix second of the move, gives the next state or throws `IllegalTransition`.
 */
export function advance(state: PayoutState, event: PayoutEvent, now: number): PayoutState {
  const status = nextStatus(state.status, event.type);
  if (status === null) throw new IllegalTransition(state.status, event.type);
  return {
    status,
    failure_code: event.type === "failed" ? event.code : null,
    updated_at: now,
    completed_at: isTerminal(status) ? now : null,
  };
}

export type Verdict = "advance" | "same" | "contradiction";

/**
 * What a late, repeated or contradicting event means to the state that is recorded: a repetition is
 * nothing, a move is made, and whatever contradicts an end is an anomaly for a human.
 */
export function verdictOn(state: PayoutState, event: PayoutEvent): Verdict {
  if (isTerminal(state.status)) return endsAlike(state, event) ? "same" : "contradiction";
  return nextStatus(state.status, event.type) === null ? "same" : "advance";
}

/** Which later news agree with an end. Progress is old news, a different end is not. */
function endsAlike(state: PayoutState, event: PayoutEvent): boolean {
  if (event.type === "submitted") return true;
  // Not paid is not paid: the reason given first stays.
  return state.status === (event.type === "succeeded" ? "SUCCEEDED" : "FAILED");
}
