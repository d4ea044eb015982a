import { databaseUrl, httpUrl, secretText, type ConfigOf } from "@flowlix/runtime";

/** Settings of the reconciler. */
export const reconcilerConfig = {
  RECONCILER_DATABASE_URL: databaseUrl(),
  /** Whose statement is compared. */
  ACQUIRER_URL: httpUrl(),
  ACQUIRER_API_KEY: secretText(),
};

export type ReconcilerConfig = ConfigOf<typeof reconcilerConfig>;
