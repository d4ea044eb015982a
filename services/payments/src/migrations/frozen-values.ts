/*
 * The contract's values as the migrations beside this file were written with them: what a migration sends never changes.
 * A value that the contract gains or loses takes a migration of its own.
 */
export const FAILURE_CODES = [
  "not_found",
  "processor_error",
  "processor_unavailable",
  "generic_decline",
  "do_not_honor",
  "issuer_declined",
  "insufficient_funds",
  "invalid_number",
  "invalid_expiry",
  "expired_card",
  "invalid_amount",
  "invalid_currency",
  "not_permitted",
  "cardholder_limit",
  "card_velocity_exceeded",
  "lost_card",
  "stolen_card",
  "suspect_fraud",
  "fraud_filter",
  "three_d_secure_failed",
  "three_d_secure_timeout",
  "three_d_secure_not_supported",
  "three_d_secure_error",
] as const;
export const INTEGRATION_TYPES = ["DIRECT", "HOSTED_PAYMENT_PAGE"] as const;
export const NEXT_ACTION_REASONS = ["hosted_payment_page", "three_d_secure"] as const;
export const PAYMENT_STATUSES = [
  "PENDING",
  "REQUIRES_ACTION",
  "PROCESSING",
  "SUCCEEDED",
  "FAILED",
  "EXPIRED",
] as const;
export const REFUNDS_OF_PAYMENT_MAX = 1000;
export const REFUND_STATUSES = ["PENDING", "PROCESSING", "SUCCEEDED", "FAILED"] as const;
export const REFUND_TYPES = ["FULL", "PARTIAL"] as const;

export const CARD_ATTEMPTS_MAX = 10;
