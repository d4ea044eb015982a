import type { FailureCode } from "@flowlix/contracts";

/** Checkout.com's response codes and what they mean to a merchant (docs/acquirers/checkout.md#codes). */
const FAILURES: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ["20001", "issuer_declined"],
  ["20002", "issuer_declined"],
  ["20063", "issuer_declined"],
  ["200N7", "issuer_declined"],
  ["200R1", "issuer_declined"],
  ["200R3", "issuer_declined"],
  ["30004", "issuer_declined"],
  ["20005", "do_not_honor"],
  ["20014", "invalid_number"],
  ["30015", "invalid_number"],
  ["20013", "invalid_amount"],
  ["20051", "insufficient_funds"],
  ["20054", "expired_card"],
  ["20100", "invalid_expiry"],
  ["20057", "not_permitted"],
  ["20062", "not_permitted"],
  ["20078", "not_permitted"],
  ["20182", "not_permitted"],
  ["20059", "suspect_fraud"],
  ["20183", "suspect_fraud"],
  ["20061", "cardholder_limit"],
  ["20065", "card_velocity_exceeded"],
  ["20150", "three_d_secure_not_supported"],
  ["20151", "three_d_secure_failed"],
  ["20154", "three_d_secure_failed"],
  ["20152", "three_d_secure_timeout"],
  ["20153", "three_d_secure_error"],
  ["30041", "lost_card"],
  ["30043", "stolen_card"],
  ["20003", "processor_error"],
  ["20068", "processor_error"],
  ["20088", "processor_error"],
]);

/** Whole ranges: the acquirer's risk engine, and its own refusals. */
const RANGES: readonly (readonly [begins: string, code: FailureCode])[] = [
  ["40", "fraud_filter"],
  ["50", "not_permitted"],
];

/**
 * What failed is failed whatever its code: one that we do not know, or none, is a generic decline. That it failed is
 * never read from a code: `approved` and the status say so.
 */
export function failureOf(responseCode: string | undefined): FailureCode {
  const code = responseCode ?? "";
  const range = code.length === 5 ? RANGES.find(([begins]) => code.startsWith(begins)) : undefined;
  return FAILURES.get(code) ?? range?.[1] ?? "generic_decline";
}

/** Refusals of a request that tell the payer something about the card; all others are ours to repair. */
const CARD_REFUSALS: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ["card_number_invalid", "invalid_number"],
  ["card_expired", "expired_card"],
]);

/** Refusals of a refund's request that are about the charge. */
const REFUND_REFUSALS: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ["refund_amount_exceeds_balance", "invalid_amount"],
  ["payment_not_refundable", "not_permitted"],
]);

const firstOf = (
  refusals: ReadonlyMap<string, FailureCode>,
  errorCodes: readonly string[],
): FailureCode | undefined => errorCodes.map((code) => refusals.get(code)).find((code) => code !== undefined);

export const cardRefusalOf = (errorCodes: readonly string[]): FailureCode | undefined =>
  firstOf(CARD_REFUSALS, errorCodes);

export const refundRefusalOf = (errorCodes: readonly string[]): FailureCode | undefined =>
  firstOf(REFUND_REFUSALS, errorCodes);
