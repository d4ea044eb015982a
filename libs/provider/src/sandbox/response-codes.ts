import type { FailureCode } from "@flowlix/contracts";

/**
 * The sandbox acquirer's response codes and what they mean to a merchant (docs/design/decisions.md#sandbox-payments).
 */
const FAILURES: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ["01", "issuer_declined"],
  ["05", "do_not_honor"],
  ["06", "generic_decline"],
  ["13", "invalid_amount"],
  ["14", "invalid_number"],
  ["25", "not_found"],
  ["33", "invalid_expiry"],
  ["41", "lost_card"],
  ["43", "stolen_card"],
  ["51", "insufficient_funds"],
  ["54", "expired_card"],
  ["57", "not_permitted"],
  ["59", "suspect_fraud"],
  ["61", "cardholder_limit"],
  ["63", "fraud_filter"],
  ["65", "card_velocity_exceeded"],
  ["78", "invalid_currency"],
  ["91", "processor_unavailable"],
  ["96", "processor_error"],
  ["3D01", "three_d_secure_failed"],
  ["3D02", "three_d_secure_timeout"],
  ["3D03", "three_d_secure_not_supported"],
  ["3D04", "three_d_secure_error"],
]);

/** Those that an amount can order, as its last two digits. */
export const DECLINE_RESPONSE_CODES: readonly string[] = [...FAILURES.keys()].filter((code) =>
  /^[0-9]{2}$/.test(code),
);

/** A failed order is failed whatever its code: one we do not know, or none, is a generic decline. */
export const failureOf = (responseCode: string | null): FailureCode =>
  FAILURES.get(responseCode ?? "") ?? "generic_decline";
