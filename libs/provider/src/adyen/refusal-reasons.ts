import type { FailureCode } from "@flowlix/contracts";

const codes = (of: Readonly<Partial<Record<FailureCode, string>>>): ReadonlyMap<string, FailureCode> =>
  new Map(
    Object.entries(of).flatMap(([ours, theirs]) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object that the type is of
      theirs.split(" ").map((reason) => [reason, ours as FailureCode] as const),
    ),
  );

/** Adyen's `refusalReasonCode` and what it means to a merchant (docs/acquirers/adyen.md#refusals). */
const PAYMENT_REFUSALS = codes({
  generic_decline: "2",
  issuer_declined: "3 17 18 19 24 26 27 32",
  processor_error: "4 21",
  not_permitted: "5 10 23 25 46",
  expired_card: "6",
  invalid_amount: "7",
  invalid_number: "8",
  processor_unavailable: "9",
  three_d_secure_failed: "11 15 16 38",
  insufficient_funds: "12",
  suspect_fraud: "14 31",
  fraud_filter: "20 22",
  cardholder_limit: "28",
  card_velocity_exceeded: "29",
  three_d_secure_timeout: "39",
  three_d_secure_error: "42",
});

/** The reasons that a transfer names. */
const TRANSFER_REASONS = codes({
  do_not_honor: "doNotHonor",
  insufficient_funds: "notEnoughBalance",
  invalid_number: "invalidCard invalidAccount invalidToAccount counterpartyAccountNotFound",
  invalid_expiry: "invalidExpiryDate",
  expired_card: "cardExpired",
  invalid_amount: "invalidAmount amountLimitExceeded",
  not_permitted:
    "transactionNotPermitted notSupported restrictedCard counterpartyAccountBlocked counterpartyAccountClosed domesticDebitTransactionNotAllowed",
  cardholder_limit: "withdrawalAmountExceeded",
  card_velocity_exceeded: "withdrawalCountExceeded",
  lost_card: "lostCard",
  stolen_card: "stolenCard",
  suspect_fraud: "fraud issuerSuspectedFraud securityViolation",
  fraud_filter: "declinedByTransactionRule fraudCancelled",
  issuer_declined: "declined declinedNonGeneric refusedByCounterpartyBank schemeAdvice callReferral",
  processor_unavailable: "counterpartyBankTimedOut counterpartyBankUnavailable internalTimeout",
  processor_error:
    "error formatError routeNotFound unableToRouteTransaction cryptographicFailure notSubmitted",
});

/** Refused is refused whatever its code: one we do not know, or none, is a generic decline. */
export const failureOfRefusal = (refusalReasonCode: string | undefined): FailureCode =>
  PAYMENT_REFUSALS.get(refusalReasonCode ?? "") ?? "generic_decline";

/** As `failureOfRefusal`, of a transfer. */
export const failureOfTransfer = (reason: string | undefined): FailureCode =>
  TRANSFER_REASONS.get(reason ?? "") ?? "generic_decline";
