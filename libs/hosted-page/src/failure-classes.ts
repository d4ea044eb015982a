import type { FailureCode } from "@flowlix/contracts";

/**
 * Why a payment was not made, as far as it helps a payer. A lost or stolen card and a suspicion of
 * fraud are shown as any other refusal of the bank.
 */
export type FailureClass = "refused" | "funds" | "details" | "expired" | "limit" | "identity" | "technical";

const CLASSES: Readonly<Record<FailureCode, FailureClass>> = {
  not_found: "refused",
  processor_error: "technical",
  processor_unavailable: "technical",
  generic_decline: "refused",
  do_not_honor: "refused",
  issuer_declined: "refused",
  insufficient_funds: "funds",
  invalid_number: "details",
  invalid_expiry: "details",
  expired_card: "expired",
  invalid_amount: "refused",
  invalid_currency: "refused",
  not_permitted: "refused",
  cardholder_limit: "limit",
  card_velocity_exceeded: "limit",
  lost_card: "refused",
  stolen_card: "refused",
  suspect_fraud: "refused",
  fraud_filter: "refused",
  three_d_secure_failed: "identity",
  three_d_secure_timeout: "identity",
  three_d_secure_not_supported: "identity",
  three_d_secure_error: "technical",
};

export const failureClassOf = (code: FailureCode | null): FailureClass =>
  code === null ? "technical" : CLASSES[code];
