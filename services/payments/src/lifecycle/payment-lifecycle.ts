import type { FailureCode, NextActionReason, PaymentStatus, StatusTransitions } from "@flowlix/contracts";
import { IllegalTransition, transitionTable, type Transitions } from "@flowlix/engine/lifecycle";

/** What can happen to a Payment, in the past tense, with what the move needs. */
export type PaymentEvent =
  | {
      readonly type: "action_required";
      readonly reason: NextActionReason;
      readonly url: string;
      readonly expiresAtMs: number;
    }
  | { readonly type: "submitted" }
  | { readonly type: "succeeded" }
  | { readonly type: "failed"; readonly code: FailureCode }
  /** The order of this card has failed, and the payer may try another one on the page at `url`. */
  | { readonly type: "card_declined"; readonly code: FailureCode; readonly url: string }
  | { readonly type: "action_expired" }
  /** What it had brought when it SUCCEEDED went back. It moves no status. */
  | { readonly type: "undone" };

export type PaymentEventType = PaymentEvent["type"];

/** Every legal move; a pair that is not here never happens. Marked (spec) where the specification says so. */
export const TRANSITIONS = {
  PENDING: {
    action_required: "REQUIRES_ACTION", // (spec) server-side authentication needs a browser step
    submitted: "PROCESSING", // (spec) result unresolved after create
    succeeded: "SUCCEEDED",
    failed: "FAILED", // (spec) declined, or retries exhausted before execution
  },
  REQUIRES_ACTION: {
    action_required: "REQUIRES_ACTION", // (spec) the URL can change while the status stays
    submitted: "PROCESSING",
    succeeded: "SUCCEEDED",
    failed: "FAILED",
    card_declined: "REQUIRES_ACTION", // only where another card may be tried; no status is entered, so no event
    action_expired: "EXPIRED", // (spec)
  },
  PROCESSING: {
    action_required: "REQUIRES_ACTION",
    succeeded: "SUCCEEDED",
    failed: "FAILED",
  },
  SUCCEEDED: {}, // (spec) terminal
  FAILED: {}, // (spec) terminal
  EXPIRED: {}, // (spec) terminal
} as const satisfies Transitions<PaymentStatus, PaymentEventType>;

/** The part of a Payment that moves. */
export interface PaymentState {
  readonly status: PaymentStatus;
  readonly failure_code: FailureCode | null;
  readonly next_action: { readonly reason: NextActionReason; readonly url: string } | null;
  /**
   * Database time in ms at which the customer's action expires; set once per step
   * (docs/design/decisions.md#hosted-challenge).
   */
  readonly action_expires_at_ms: number | null;
  readonly transitions: StatusTransitions;
}

/** Where every Payment begins; a hosted one has left it by the time its row exists. */
export const NEW_PAYMENT: PaymentState = {
  status: "PENDING",
  failure_code: null,
  next_action: null,
  action_expires_at_ms: null,
  transitions: {
    requires_action_at: null,
    processing_at: null,
    succeeded_at: null,
    failed_at: null,
    expired_at: null,
  },
};

const ENTERED: Readonly<Record<Exclude<PaymentStatus, "PENDING">, keyof StatusTransitions>> = {
  REQUIRES_ACTION: "requires_action_at",
  PROCESSING: "processing_at",
  SUCCEEDED: "succeeded_at",
  FAILED: "failed_at",
  EXPIRED: "expired_at",
};

export const { nextStatus, enter, isTerminal } = transitionTable<PaymentStatus, PaymentEventType>(
  "payment",
  TRANSITIONS,
);

/**
 * The one function that moves a Payment's status (docs/design/architecture.md#rule-8). Pure: takes the state, an event
 * and the Unix second of the move, gives the next state or throws `IllegalTransition`.
 */
export function advance(state: PaymentState, event: PaymentEvent, now: number): PaymentState {
  const status = enter(state.status, event.type);
  if (status === "PENDING") throw new IllegalTransition("payment", state.status, event.type);
  const entered = ENTERED[status];
  return {
    status,
    failure_code: event.type === "failed" ? event.code : null,
    next_action: nextActionOf(event),
    action_expires_at_ms: expiryAfter(state, event),
    transitions: { ...state.transitions, [entered]: state.transitions[entered] ?? now },
  };
}

function nextActionOf(event: PaymentEvent): PaymentState["next_action"] {
  if (event.type === "card_declined") return { reason: "hosted_payment_page", url: event.url };
  return event.type === "action_required" ? { reason: event.reason, url: event.url } : null;
}

/** Another card buys no time. */
function expiryAfter(state: PaymentState, event: PaymentEvent): number | null {
  if (event.type === "card_declined") return state.action_expires_at_ms;
  return event.type === "action_required" ? actionExpiry(state, event) : null;
}

/**
 * Time counts from the creation of the step (docs/design/decisions.md#hosted-challenge): a new URL, a retry or a new
 * challenge neither buys nor takes any, whatever the setting is by then. Of two steps, the page's and the bank's, the
 * earlier expiry counts.
 */
function actionExpiry(
  state: PaymentState,
  event: Extract<PaymentEvent, { type: "action_required" }>,
): number {
  const current = state.status === "REQUIRES_ACTION" ? state.action_expires_at_ms : null;
  if (current === null) return event.expiresAtMs;
  return state.next_action?.reason === event.reason ? current : Math.min(current, event.expiresAtMs);
}

export type Verdict = "advance" | "same" | "contradiction";

/**
 * What a late, repeated or contradicting event means to the state that is recorded: a repetition is
 * nothing, a move is made, and whatever contradicts an end is an exception for a human.
 */
export function verdictOn(state: PaymentState, event: PaymentEvent): Verdict {
  if (isTerminal(state.status)) return endsAlike(state, event) ? "same" : "contradiction";
  if (event.type === "submitted" && state.status === "PROCESSING") return "same";
  if (
    event.type === "action_required" &&
    state.status === "REQUIRES_ACTION" &&
    state.next_action?.url === event.url
  )
    return "same";
  return nextStatus(state.status, event.type) === null ? "contradiction" : "advance";
}

/** Which later news agree with an end. Progress of any kind is old news, a different end is not. */
function endsAlike(state: PaymentState, event: PaymentEvent): boolean {
  switch (event.type) {
    case "succeeded":
      return state.status === "SUCCEEDED";
    case "failed":
      // Not charged is not charged: the reason given first stays.
      return state.status === "FAILED" || state.status === "EXPIRED";
    case "action_expired":
      return state.status === "EXPIRED" || state.status === "FAILED";
    case "submitted":
    case "action_required":
    case "card_declined":
      return true;
    case "undone":
      return false;
  }
}
