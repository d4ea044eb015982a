import type { FailureCode } from "@flowlix/contracts";
import { REFUND_STATUSES } from "@flowlix/contracts";

/** What a row may be: a Refund in one of its statuses, or the tombstone of one that will never be made. */
export const RECORDED_STATUSES = [...REFUND_STATUSES, "VOIDED"] as const;
export type RecordedStatus = (typeof RECORDED_STATUSES)[number];

/** What can happen to a Refund, in the past tense, with what the move needs. */
export type RefundEvent =
  /** `inDoubt`: it was sent, and nobody knows whether it arrived. */
  | { readonly type: "submitted"; readonly inDoubt: boolean }
  | { readonly type: "succeeded" }
  | { readonly type: "failed"; readonly code: FailureCode };

export type RefundEventType = RefundEvent["type"];

/** Every legal move; a pair that is not here never happens. Marked (spec) where the specification says so. */
export const TRANSITIONS = {
  PENDING: {
    submitted: "PROCESSING", // (spec) submitted; decisions §6: an uncertain submission too
    succeeded: "SUCCEEDED",
    failed: "FAILED", // (spec) submission definitively rejected
  },
  PROCESSING: {
    succeeded: "SUCCEEDED", // (spec)
    failed: "FAILED", // (spec)
  },
  SUCCEEDED: {}, // (spec) terminal
  FAILED: {}, // (spec) terminal
  VOIDED: {}, // no Refund, and there never will be one
} as const satisfies Record<RecordedStatus, Partial<Record<RefundEventType, RecordedStatus>>>;

/** The part of a Refund that moves; times in Unix seconds. */
export interface RefundState {
  readonly status: RecordedStatus;
  readonly failure_code: FailureCode | null;
  /** PROCESSING without the provider ever having said so. */
  readonly in_doubt: boolean;
  readonly updated_at: number;
  readonly completed_at: number | null;
}

export class IllegalTransition extends Error {
  constructor(status: RecordedStatus, event: RefundEventType) {
    super(`a ${status} refund cannot take "${event}"`);
  }
}

export function nextStatus(status: RecordedStatus, event: RefundEventType): RecordedStatus | null {
  const row: Partial<Record<RefundEventType, RecordedStatus>> = TRANSITIONS[status];
  return row[event] ?? null;
}

export const isTerminal = (status: RecordedStatus): boolean => Object.keys(TRANSITIONS[status]).length === 0;

/**
 * The one function that moves a Refund's status (architecture §2 rule 8). Pure: takes the state, an event
 * and the Unix second of the move, gives the next state or throws `IllegalTransition`.
 */
export function advance(state: RefundState, event: RefundEvent, now: number): RefundState {
  const status = nextStatus(state.status, event.type);
  if (status === null) throw new IllegalTransition(state.status, event.type);
  // Clocks of two owners may be read in another order than they are written.
  const at = Math.max(now, state.updated_at);
  return {
    status,
    failure_code: event.type === "failed" ? event.code : null,
    in_doubt: event.type === "submitted" && event.inDoubt,
    updated_at: at,
    completed_at: isTerminal(status) ? at : null,
  };
}

export type Verdict = "advance" | "assured" | "same" | "contradiction";

/**
 * What a late, repeated or contradicting event means to the state that is recorded: a repetition is
 * nothing, a word of the provider's ends a doubt, a move is made, and whatever contradicts an end is an
 * anomaly for a human.
 */
export function verdictOn(state: RefundState, event: RefundEvent): Verdict {
  if (isTerminal(state.status)) return endsAlike(state, event) ? "same" : "contradiction";
  if (event.type === "submitted" && state.status === "PROCESSING")
    return state.in_doubt && !event.inDoubt ? "assured" : "same";
  return nextStatus(state.status, event.type) === null ? "contradiction" : "advance";
}

/** Which later news agree with an end. Progress is old news, but never of what was not to be sent at all. */
function endsAlike({ status }: RefundState, event: RefundEvent): boolean {
  switch (event.type) {
    case "succeeded":
      return status === "SUCCEEDED";
    case "failed":
      // Nothing was returned, whatever the reason: the one given first stays.
      return status !== "SUCCEEDED";
    case "submitted":
      return status !== "VOIDED";
  }
}
