import {
  databaseUrl,
  httpUrl,
  integer,
  keyRing,
  optional,
  requestDeadline,
  secretText,
  type ConfigOf,
} from "@flowlix/runtime";

/** Settings of the payouts service (decisions §10). */
export const payoutsConfig = {
  PAYOUTS_DATABASE_URL: databaseUrl(),
  PAYOUT_CARD_KEYS: keyRing(),
  PUBLIC_URL: httpUrl(),
  ACQUIRER_URL: httpUrl(),
  ACQUIRER_PUBLIC_URL: httpUrl(),
  ACQUIRER_API_KEY: secretText(),
  /** Where the provider sends callbacks, when that is not under PUBLIC_URL. */
  PROVIDER_CALLBACK_URL: optional(httpUrl()),
  REQUEST_DEADLINE: requestDeadline(),
  PROVIDER_TRIES: integer({ min: 1, max: 10, default: 3 }),
};

export type PayoutsConfig = ConfigOf<typeof payoutsConfig>;
