import { databaseUrl, type ConfigOf } from "@flowlix/runtime";

/** Settings of the reconciler. */
export const reconcilerConfig = {
  RECONCILER_DATABASE_URL: databaseUrl(),
};

export type ReconcilerConfig = ConfigOf<typeof reconcilerConfig>;
