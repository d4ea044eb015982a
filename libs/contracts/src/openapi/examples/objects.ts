import type { Payment } from "../../payment.ts";
import type { Payout } from "../../payout.ts";
import type { Refund } from "../../refund.ts";
import {
  PAYMENT_FAILURE_MESSAGES,
  PAYOUT_FAILURE_MESSAGES,
  REFUND_FAILURE_MESSAGES,
} from "../../failure-codes.ts";

export const PAYMENT_ID = "pay_5f3kQ9xTbN2mW8cRz7LdYv1A";
export const REFUND_ID = "ref_8hTq2LmWc4XzN7bRk9VdYf3S";
export const PAYOUT_ID = "po_3nBv6KpXs1QwE8tYr5UiOa2Z";
export const EVENT_ID = "evt_7cMj4GhFd9SaZ2xVb6NqWe1R";
/** When everything of the examples happened; the parts of a story some seconds later. */
export const AT = 1_764_072_000;

const NOT_YET = {
  requires_action_at: null,
  processing_at: null,
  succeeded_at: null,
  failed_at: null,
  expired_at: null,
};

const processing: Payment = {
  id: PAYMENT_ID,
  amount: 4999,
  currency: "EUR",
  status: "PROCESSING",
  integration_type: "DIRECT",
  payment_method: { type: "card", card: { brand: "visa", last4: "1111", exp_month: 12, exp_year: 2034 } },
  merchant_reference: 1_000_000_042,
  description: "Order 42",
  billing_details: null,
  failure_code: null,
  failure_message: null,
  amount_refunded: 0,
  amount_refundable: 0,
  refunds: [],
  status_transitions: { ...NOT_YET, processing_at: AT + 1 },
  created_at: AT,
  livemode: false,
  next_action: null,
};

const refundProcessing: Refund = {
  id: REFUND_ID,
  payment_id: PAYMENT_ID,
  amount: 1500,
  currency: "EUR",
  merchant_reference: null,
  reason: "Returned goods",
  refund_type: "PARTIAL",
  status: "PROCESSING",
  created_at: AT + 60,
  updated_at: AT + 60,
  completed_at: null,
  livemode: false,
};

/** A Refund in each of the statuses that an event tells of. */
export const REFUNDS = {
  PROCESSING: refundProcessing,
  SUCCEEDED: { ...refundProcessing, status: "SUCCEEDED", updated_at: AT + 65, completed_at: AT + 65 },
  FAILED: {
    ...refundProcessing,
    status: "FAILED",
    failure: { code: "not_permitted", message: REFUND_FAILURE_MESSAGES.not_permitted },
    updated_at: AT + 65,
    completed_at: AT + 65,
  },
} as const satisfies Record<string, Refund>;

const succeeded: Payment = {
  ...processing,
  status: "SUCCEEDED",
  amount_refundable: 4999,
  status_transitions: { ...NOT_YET, processing_at: AT + 1, succeeded_at: AT + 2 },
};

/**
 * A Payment in each of the statuses that an event tells of, one of the hosted page, and one that was refunded in part.
 */
export const PAYMENTS = {
  PROCESSING: processing,
  SUCCEEDED: succeeded,
  FAILED: {
    ...processing,
    status: "FAILED",
    failure_code: "insufficient_funds",
    failure_message: PAYMENT_FAILURE_MESSAGES.insufficient_funds,
    status_transitions: { ...NOT_YET, processing_at: AT + 1, failed_at: AT + 2 },
  },
  REQUIRES_ACTION: {
    ...processing,
    status: "REQUIRES_ACTION",
    status_transitions: { ...NOT_YET, requires_action_at: AT + 1 },
    next_action: {
      type: "redirect",
      reason: "three_d_secure",
      redirect_url: "https://bank.example/challenge/8f1c0a5b",
    },
  },
  EXPIRED: {
    ...processing,
    status: "EXPIRED",
    status_transitions: { ...NOT_YET, requires_action_at: AT + 1, expired_at: AT + 1801 },
  },
  hosted: {
    ...processing,
    status: "REQUIRES_ACTION",
    integration_type: "HOSTED_PAYMENT_PAGE",
    payment_method: null,
    status_transitions: { ...NOT_YET, requires_action_at: AT },
    next_action: {
      type: "redirect",
      reason: "hosted_payment_page",
      redirect_url: `https://pay.example/pay/${PAYMENT_ID}/the-page-of-this-payment`,
    },
  },
  refunded: {
    ...succeeded,
    amount_refunded: 1500,
    amount_refundable: 3499,
    refunds: [REFUNDS.SUCCEEDED],
  },
} as const satisfies Record<string, Payment>;

const payoutPending: Payout = {
  id: PAYOUT_ID,
  amount: 2500,
  currency: "EUR",
  merchant_reference: 1_000_000_043,
  destination: { card_brand: "visa", card_last4: "1111" },
  recipient: { first_name: "Ada", last_name: "Lovelace", country: "FR" },
  status: "PENDING",
  created_at: AT,
  updated_at: AT,
  completed_at: null,
  livemode: false,
};

/** A Payout in each of its statuses. */
export const PAYOUTS = {
  PENDING: payoutPending,
  PROCESSING: { ...payoutPending, status: "PROCESSING", updated_at: AT + 1 },
  SUCCEEDED: { ...payoutPending, status: "SUCCEEDED", updated_at: AT + 5, completed_at: AT + 5 },
  FAILED: {
    ...payoutPending,
    status: "FAILED",
    failure_code: "not_permitted",
    failure_message: PAYOUT_FAILURE_MESSAGES.not_permitted,
    updated_at: AT + 5,
    completed_at: AT + 5,
  },
} as const satisfies Record<string, Payout>;
