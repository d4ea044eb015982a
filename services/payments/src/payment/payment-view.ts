import {
  PAYMENT_FAILURE_MESSAGES,
  publicRefund,
  REFUNDS_OF_PAYMENT_MAX,
  type CardAttempt,
  type Payment,
  type PaymentMethod,
} from "@flowlix/contracts";
import type { PaymentState } from "../lifecycle/payment-lifecycle.ts";
import { attemptOf } from "./order.ts";
import type { PaymentRow } from "./payment.entity.ts";

const seconds = (at: Date | null): number | null => (at === null ? null : Math.floor(at.getTime() / 1000));

/** The part of a row that moves, in the words of the lifecycle. */
export function stateOf(row: PaymentRow): PaymentState {
  return {
    status: row.status,
    failure_code: row.failure_code,
    next_action:
      row.next_action_reason === null || row.next_action_url === null
        ? null
        : { reason: row.next_action_reason, url: row.next_action_url },
    action_expires_at_ms: row.action_expires_at?.getTime() ?? null,
    transitions: {
      requires_action_at: seconds(row.requires_action_at),
      processing_at: seconds(row.processing_at),
      succeeded_at: seconds(row.succeeded_at),
      failed_at: seconds(row.failed_at),
      expired_at: seconds(row.expired_at),
    },
  };
}

const instant = (unixSeconds: number | null): Date | null =>
  unixSeconds === null ? null : new Date(unixSeconds * 1000);

/** The row after a move: what the state says, everything else as it was. */
export function withState(row: PaymentRow, state: PaymentState): PaymentRow {
  return {
    ...row,
    status: state.status,
    failure_code: state.failure_code,
    next_action_reason: state.next_action?.reason ?? null,
    next_action_url: state.next_action?.url ?? null,
    action_expires_at: state.action_expires_at_ms === null ? null : new Date(state.action_expires_at_ms),
    requires_action_at: instant(state.transitions.requires_action_at),
    processing_at: instant(state.transitions.processing_at),
    succeeded_at: instant(state.transitions.succeeded_at),
    failed_at: instant(state.transitions.failed_at),
    expired_at: instant(state.transitions.expired_at),
  };
}

/** The public Payment: exactly the specified properties (docs/design/specification.md#payment). */
export function viewOf(row: PaymentRow): Payment {
  const state = stateOf(row);
  return {
    id: row.id,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    integration_type: row.integration_type,
    payment_method: paymentMethodOf(row),
    merchant_reference: row.merchant_reference,
    description: row.description,
    billing_details: row.billing_details,
    failure_code: row.failure_code,
    failure_message: row.failure_code === null ? null : PAYMENT_FAILURE_MESSAGES[row.failure_code],
    amount_refunded: row.amount_refunded,
    amount_refundable: refundableOf(row),
    refunds: row.refunds?.map(publicRefund) ?? [],
    status_transitions: state.transitions,
    created_at: Math.floor(row.created_at.getTime() / 1000),
    livemode: row.livemode,
    next_action:
      state.next_action === null
        ? null
        : { type: "redirect", reason: state.next_action.reason, redirect_url: state.next_action.url },
    ...(row.card_attempts_max === null ? {} : { card_attempts: cardAttemptsOf(row) }),
  };
}

/** The cards that were declined, and the one that the Payment ended with, if there was one. */
function cardAttemptsOf(row: PaymentRow): CardAttempt[] {
  const declined = row.declined_cards ?? [];
  const endedAt = seconds(row.succeeded_at ?? row.failed_at ?? row.expired_at);
  if (endedAt === null || row.order_sent === null) return [...declined];
  const { failure_code, card_brand: brand, card_last4: last4 } = row;
  return [...declined, { attempt: attemptOf(row), failure_code, brand, last4, created_at: endedAt }];
}

/** What is neither refunded nor reserved, while there may be another Refund (docs/design/decisions.md#refund). */
function refundableOf({
  status,
  amount,
  amount_refunded,
  amount_reserved,
  refund_count,
}: PaymentRow): number {
  if (status !== "SUCCEEDED" || (refund_count ?? 0) >= REFUNDS_OF_PAYMENT_MAX) return 0;
  return amount - amount_refunded - amount_reserved;
}

function paymentMethodOf(row: PaymentRow): PaymentMethod | null {
  const { payment_method_type: type, card_brand, card_last4, card_exp_month, card_exp_year } = row;
  if (
    type === null ||
    card_brand === null ||
    card_last4 === null ||
    card_exp_month === null ||
    card_exp_year === null
  )
    return null;
  return {
    type,
    card: { brand: card_brand, last4: card_last4, exp_month: card_exp_month, exp_year: card_exp_year },
  };
}
