import { type FailureCode, REFUND_STATUSES } from "@flowlix/contracts";
import { movedAt, transitionTable, type TransferEvent, type Transitions } from "@flowlix/engine/lifecycle";

/** What a row may be: a Refund in one of its statuses, or the row that prevents one. */
export const RECORDED_STATUSES = [...REFUND_STATUSES, "VOIDED"] as const;
export type RecordedStatus = (typeof RECORDED_STATUSES)[number];

/**
 * What an attempt knows of itself alone, and of the order nothing. It ends its own claim and nothing that another one
 * has taken over, and it contradicts nobody. It is no `TransferFact` and cannot be passed for one
 * (docs/design/architecture.md#attempt-end).
 */
export type AttemptEnd =
  /** Nothing of what it sent was executed. */
  | { readonly type: "not_executed"; readonly code: FailureCode }
  /** No answer that can be relied on: lost, or not valid. */
  | { readonly type: "unanswered" };

/** What moves a Refund, in the past tense. */
export type RefundEvent = TransferEvent | AttemptEnd;

export type RefundEventType = RefundEvent["type"];

/** Every legal move; a pair that is not here never happens. Marked (spec) where the specification says so. */
export const TRANSITIONS = {
  PENDING: {
    submitted: "PROCESSING", // (spec) submitted
    succeeded: "SUCCEEDED",
    failed: "FAILED", // (spec) submission definitively rejected
    not_executed: "FAILED", // (docs/design/decisions.md#refused-submissions)
    unanswered: "PROCESSING", // an uncertain submission (docs/design/decisions.md#refund)
  },
  PROCESSING: {
    succeeded: "SUCCEEDED", // (spec)
    failed: "FAILED", // (spec)
  },
  SUCCEEDED: {}, // (spec) terminal
  FAILED: {}, // (spec) terminal
  VOIDED: {}, // no Refund, and there never will be one
} as const satisfies Transitions<RecordedStatus, RefundEventType>;

/** The part of a Refund that moves; times in Unix seconds. */
export interface RefundState {
  readonly status: RecordedStatus;
  readonly failure_code: FailureCode | null;
  /** PROCESSING without the provider ever having said so. */
  readonly in_doubt: boolean;
  readonly updated_at: number;
  readonly completed_at: number | null;
}

export const { nextStatus, enter, isTerminal } = transitionTable<RecordedStatus, RefundEventType>(
  "refund",
  TRANSITIONS,
);

/**
 * The one function that moves a Refund's status (docs/design/architecture.md#rule-8). Pure: takes the state, an event
 * and the Unix second of the move, gives the next state or throws `IllegalTransition`.
 */
export function advance(state: RefundState, event: RefundEvent, now: number): RefundState {
  const status = enter(state.status, event.type);
  const at = movedAt(now, [state.updated_at]);
  return {
    status,
    failure_code: "code" in event ? event.code : null,
    in_doubt: event.type === "unanswered",
    updated_at: at,
    completed_at: isTerminal(status) ? at : null,
  };
}

export type Verdict = "advance" | "confirmed" | "same" | "contradiction";

/**
 * What an answer of the provider's does to the recorded state. A repetition changes nothing. Any other answer ends a
 * doubt. A later status is entered. An answer that contradicts an end is an exception for a human.
 */
export function verdictOn(state: RefundState, event: TransferEvent): Verdict {
  if (isTerminal(state.status)) return endsAlike(state, event) ? "same" : "contradiction";
  if (event.type === "submitted" && state.status === "PROCESSING")
    return state.in_doubt ? "confirmed" : "same";
  return nextStatus(state.status, event.type) === null ? "contradiction" : "advance";
}

/** Which later answers agree with an end. "In progress" does, but for a Refund that was never to be sent. */
function endsAlike({ status }: RefundState, event: TransferEvent): boolean {
  switch (event.type) {
    case "succeeded":
      return status === "SUCCEEDED";
    case "failed":
      // Nothing was returned, whatever the reason: the one given first stays.
      return status !== "SUCCEEDED";
    case "submitted":
      return status !== "VOIDED";
    case "undone":
      return false;
  }
}
