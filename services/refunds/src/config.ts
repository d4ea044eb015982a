import {
  databaseUrl,
  httpUrl,
  integer,
  optional,
  requestDeadline,
  secretText,
  type ConfigOf,
} from "@flowlix/runtime";

/** Settings of the refunds service (decisions §10). */
export const refundsConfig = {
  REFUNDS_DATABASE_URL: databaseUrl(),
  PUBLIC_URL: httpUrl(),
  ACQUIRER_URL: httpUrl(),
  ACQUIRER_PUBLIC_URL: httpUrl(),
  ACQUIRER_API_KEY: secretText(),
  /** Where the provider sends callbacks, when that is not under PUBLIC_URL. */
  PROVIDER_CALLBACK_URL: optional(httpUrl()),
  REQUEST_DEADLINE: requestDeadline(),
  PROVIDER_TRIES: integer({ min: 1, max: 10, default: 3 }),
};

export type RefundsConfig = ConfigOf<typeof refundsConfig>;
