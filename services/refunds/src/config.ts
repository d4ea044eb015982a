import { ownerConfig } from "@flowlix/engine";
import { databaseUrl, type ConfigOf } from "@flowlix/runtime";

/** Settings of the refunds service (docs/design/decisions.md#settings). */
export const refundsConfig = {
  ...ownerConfig,
  REFUNDS_DATABASE_URL: databaseUrl(),
};

export type RefundsConfig = ConfigOf<typeof refundsConfig>;
