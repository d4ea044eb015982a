import { ownerConfig } from "@flowlix/engine";
import { databaseUrl, keyRing, type ConfigOf } from "@flowlix/runtime";

/** Settings of the payouts service (docs/design/decisions.md#settings). */
export const payoutsConfig = {
  ...ownerConfig,
  PAYOUTS_DATABASE_URL: databaseUrl(),
  PAYOUT_CARD_KEYS: keyRing(),
};

export type PayoutsConfig = ConfigOf<typeof payoutsConfig>;
