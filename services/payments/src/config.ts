import { ownerConfig } from "@flowlix/engine";
import { currencies, databaseUrl, duration, keyRing, type ConfigOf } from "@flowlix/runtime";

/** Settings of the payments service (docs/design/decisions.md#settings). */
export const paymentsConfig = {
  ...ownerConfig,
  PAYMENTS_DATABASE_URL: databaseUrl(),
  CARD_KEYS: keyRing(),
  RETURN_TOKEN_KEY: keyRing(),
  /** In which new Refunds are accepted; the gateway reads the same for new Payments. */
  PAYMENT_CURRENCIES: currencies({ default: ["EUR", "GBP"] }),
  THREE_D_SECURE_EXPIRY: duration({ default: "15m", minMs: 1_000, maxMs: 86_400_000 }),
  /** No card is taken in the last ten seconds, so less than this would leave no time to pay. */
  HOSTED_PAGE_EXPIRY: duration({ default: "60m", minMs: 15_000, maxMs: 86_400_000 }),
};

export type PaymentsConfig = ConfigOf<typeof paymentsConfig>;
