import type { PaymentRow } from "./payment.entity.ts";

/** What every row begins with: the columns that only what happens later fills. */
export const INITIAL = {
  failure_code: null,
  amount_refunded: 0,
  amount_reserved: 0,
  refund_count: null,
  refunds: null,
  next_action_reason: null,
  next_action_url: null,
  action_expires_at: null,
  requires_action_at: null,
  processing_at: null,
  succeeded_at: null,
  failed_at: null,
  expired_at: null,
  version: 1,
  expiring: false,
  order_sent: null,
  refused_submits: null,
  form_closed_until: null,
  card_attempts_max: null,
  card_attempt: null,
  page_url: null,
  declined_cards: null,
  look_count: 0,
} as const satisfies Partial<PaymentRow>;
