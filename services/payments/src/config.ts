import {
  databaseUrl,
  duration,
  httpUrl,
  integer,
  keyRing,
  currencies,
  optional,
  requestDeadline,
  secretText,
  type ConfigOf,
} from "@flowlix/runtime";

/** Settings of the payments service (decisions §10). */
export const paymentsConfig = {
  PAYMENTS_DATABASE_URL: databaseUrl(),
  CARD_KEYS: keyRing(),
  RETURN_TOKEN_KEY: keyRing(),
  PUBLIC_URL: httpUrl(),
  ACQUIRER_URL: httpUrl(),
  ACQUIRER_PUBLIC_URL: httpUrl(),
  ACQUIRER_API_KEY: secretText(),
  /** Where the provider sends callbacks, when that is not under PUBLIC_URL. */
  PROVIDER_CALLBACK_URL: optional(httpUrl()),
  REQUEST_DEADLINE: requestDeadline(),
  /** In which new Refunds are accepted; the gateway reads the same for new Payments. */
  PAYMENT_CURRENCIES: currencies({ default: ["EUR", "GBP"] }),
  PROVIDER_TRIES: integer({ min: 1, max: 10, default: 3 }),
  THREE_D_SECURE_EXPIRY: duration({ default: "15m", minMs: 1_000, maxMs: 86_400_000 }),
  /** No card is taken in the last ten seconds, so less than this would leave no time to pay. */
  HOSTED_PAGE_EXPIRY: duration({ default: "60m", minMs: 15_000, maxMs: 86_400_000 }),
};

export type PaymentsConfig = ConfigOf<typeof paymentsConfig>;
