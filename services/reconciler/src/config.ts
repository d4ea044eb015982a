import { choice, databaseUrl, httpUrl, keyRing, optional, secretText, type ConfigOf } from "@flowlix/runtime";

/** Settings of the reconciler. */
export const reconcilerConfig = {
  RECONCILER_DATABASE_URL: databaseUrl(),
  /** Whose statement is compared. */
  ACQUIRER_URL: httpUrl(),
  ACQUIRER_API_KEY: secretText(),
  /** Opens the secrets of merchants' accounts at acquirers; without it no account's statement is compared. */
  ACQUIRER_SECRET_KEYS: optional(keyRing()),
  /** Whether accounts at acquirers may lead to this machine: for stand-ins of acquirers. */
  ACQUIRER_LOOPBACK: choice(["true", "false"], { default: "false" }),
};

export type ReconcilerConfig = ConfigOf<typeof reconcilerConfig>;
