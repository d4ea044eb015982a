import type { FailureCode, PayoutStatus } from "@flowlix/contracts";
import { movedAt, transitionTable, type TransferEvent, type Transitions } from "@flowlix/engine/lifecycle";

/** Nothing of what an attempt sent was executed. */
export interface NotExecuted {
  readonly type: "not_executed";
  readonly code: FailureCode;
}

/**
 * What an attempt knows of itself alone, and of the order nothing. It ends its own claim and nothing that another one
 * has recorded, and it contradicts nobody. It is no `TransferFact` and cannot be passed for one
 * (docs/design/architecture.md#attempt-end).
 */
export type AttemptEnd =
  | NotExecuted
  /** It sends nothing more, and what becomes of what it sent is not known yet. */
  | { readonly type: "undecided" };

/** What moves a Payout, in the past tense. */
export type PayoutEvent = TransferEvent | NotExecuted;

export type PayoutEventType = PayoutEvent["type"];

/** Every legal move; a pair that is not here never happens. Marked (spec) where the specification says so. */
export const TRANSITIONS = {
  PENDING: {
    submitted: "PROCESSING", // (spec) the provider acknowledged the submission
    succeeded: "SUCCEEDED", // (spec) a direct move is allowed
    failed: "FAILED", // (spec) declined
    not_executed: "FAILED", // (spec) preparation failed before execution (docs/design/decisions.md#refused-submissions)
  },
  PROCESSING: {
    succeeded: "SUCCEEDED",
    failed: "FAILED",
  },
  SUCCEEDED: {}, // (spec) terminal
  FAILED: {}, // (spec) terminal
} as const satisfies Transitions<PayoutStatus, PayoutEventType>;

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

export const { nextStatus, enter, isTerminal } = transitionTable<PayoutStatus, PayoutEventType>(
  "payout",
  TRANSITIONS,
);

/**
 * The one function that moves a Payout's status (docs/design/architecture.md#rule-8). Pure: takes the state, an event
 * and the Unix second of the move, gives the next state or throws `IllegalTransition`.
 */
export function advance(state: PayoutState, event: PayoutEvent, now: number): PayoutState {
  const status = enter(state.status, event.type);
  const at = movedAt(now, [state.updated_at]);
  return {
    status,
    failure_code: "code" in event ? event.code : null,
    updated_at: at,
    completed_at: isTerminal(status) ? at : null,
  };
}

export type Verdict = "advance" | "same" | "contradiction";

/**
 * What a late, repeated or contradicting word of the provider's means to the state that is recorded: a repetition is
 * nothing, a move is made, and whatever contradicts an end is an exception for a human.
 */
export function verdictOn(state: PayoutState, event: TransferEvent): Verdict {
  if (isTerminal(state.status)) return endsAlike(state, event) ? "same" : "contradiction";
  return nextStatus(state.status, event.type) === null ? "same" : "advance";
}

/** Which later news agree with an end. Progress is old news, a different end is not. */
function endsAlike(state: PayoutState, event: TransferEvent): boolean {
  if (event.type === "submitted") return true;
  if (event.type === "undone") return false;
  // Not paid is not paid: the reason given first stays.
  return state.status === (event.type === "succeeded" ? "SUCCEEDED" : "FAILED");
}
