import { named } from "./schema-name.ts";
import { oneOf } from "./schema.ts";

/** Why an operation on a created object failed (docs/design/specification.md#operation-failure-codes). */
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

/** As answers carry it. */
export const FailureCodeName = oneOf(FAILURE_CODES, {
  description: "Why the operation failed; others may be added",
});
named("FailureCode", FailureCodeName);

export type FailureCode = (typeof FAILURE_CODES)[number];

/**
 * The explanation a merchant may read beside a Payment's `failure_code`. It gives no more away about a
 * lost or stolen card than a decline does, so that it can be shown to a payer without harm.
 */
export const PAYMENT_FAILURE_MESSAGES: Readonly<Record<FailureCode, string>> = {
  not_found: "The issuer does not know this card account.",
  processor_error: "The payment could not be processed. No charge was made.",
  processor_unavailable: "The payment processor could not be reached. No charge was made.",
  generic_decline: "The card was declined.",
  do_not_honor: "The card was declined by its issuer.",
  issuer_declined: "The card was declined by its issuer.",
  insufficient_funds: "The card has insufficient funds.",
  invalid_number: "The card number is not valid.",
  invalid_expiry: "The expiry date is not valid.",
  expired_card: "The card has expired.",
  invalid_amount: "The issuer does not accept this amount.",
  invalid_currency: "The issuer does not accept this currency.",
  not_permitted: "The card does not permit this payment.",
  cardholder_limit: "The payment exceeds a limit of the card.",
  card_velocity_exceeded: "The card was used too often in a short time.",
  lost_card: "The card was declined.",
  stolen_card: "The card was declined.",
  suspect_fraud: "The card was declined.",
  fraud_filter: "The payment was rejected by fraud checks.",
  three_d_secure_failed: "The cardholder could not be authenticated.",
  three_d_secure_timeout: "The authentication took too long.",
  three_d_secure_not_supported: "The card does not support the authentication that is required.",
  three_d_secure_error: "The authentication failed for a technical reason.",
};

/**
 * The explanation beside a Refund's `failure.code`, for the merchant: nobody is asked for another card or
 * another try here, as a payer of a Payment might be (docs/design/specification.md#operation-failure-codes).
 */
export const REFUND_FAILURE_MESSAGES: Readonly<Record<FailureCode, string>> = {
  not_found: "The processor does not know the charge that was to be refunded.",
  processor_error: "The refund could not be processed. No money was returned.",
  processor_unavailable: "The payment processor could not be reached. No money was returned.",
  generic_decline: "The refund was declined.",
  do_not_honor: "The refund was declined by the issuer.",
  issuer_declined: "The refund was declined by the issuer.",
  insufficient_funds: "There are not enough funds for the refund.",
  invalid_number: "The issuer does not recognise the account of the charge.",
  invalid_expiry: "The issuer rejected the expiry date of the charge's card.",
  expired_card: "The card of the charge has expired.",
  invalid_amount: "The processor does not accept this refund amount.",
  invalid_currency: "The processor does not accept refunds in this currency.",
  not_permitted: "Refunds to this card account are not permitted.",
  cardholder_limit: "The refund exceeds a limit of the card account.",
  card_velocity_exceeded: "The card account received too many transactions in a short time.",
  lost_card: "The refund was declined.",
  stolen_card: "The refund was declined.",
  suspect_fraud: "The refund was declined.",
  fraud_filter: "The refund was rejected by fraud checks.",
  three_d_secure_failed: "The refund was declined.",
  three_d_secure_timeout: "The refund was declined.",
  three_d_secure_not_supported: "The refund was declined.",
  three_d_secure_error: "The refund was declined.",
};

/**
 * The explanation beside a Payout's `failure_code`: what happened, for the merchant's own staff. No shopper
 * is there to be advised, and nothing of the provider's own words is told.
 */
export const PAYOUT_FAILURE_MESSAGES: Readonly<Record<FailureCode, string>> = {
  not_found: "The card account does not exist.",
  processor_error: "The payout could not be processed. No money was sent.",
  processor_unavailable: "The payout processor could not be reached. No money was sent.",
  generic_decline: "The payout was declined.",
  do_not_honor: "The issuer of the card declined the payout.",
  issuer_declined: "The issuer of the card declined the payout.",
  insufficient_funds: "The funds available for payouts do not suffice.",
  invalid_number: "The card number is not valid.",
  invalid_expiry: "The card's expiry date is not valid.",
  expired_card: "The card has expired.",
  invalid_amount: "The amount is not accepted.",
  invalid_currency: "The currency is not accepted.",
  not_permitted: "The card does not permit payouts.",
  cardholder_limit: "The payout exceeds a limit of the card.",
  card_velocity_exceeded: "The card received too many payouts in a short time.",
  lost_card: "The payout was declined.",
  stolen_card: "The payout was declined.",
  suspect_fraud: "The payout was declined.",
  fraud_filter: "The payout was rejected by fraud checks.",
  three_d_secure_failed: "The payout was declined.",
  three_d_secure_timeout: "The payout was declined.",
  three_d_secure_not_supported: "The payout was declined.",
  three_d_secure_error: "The payout was declined.",
};
