import { FINGERPRINTS_MAX } from "@flowlix/contracts";
import {
  choice,
  databaseUrl,
  httpUrl,
  idempotencyRetention,
  integer,
  keyRing,
  currencies,
  optional,
  port,
  requestDeadline,
  secretText,
  text,
  type ConfigOf,
} from "@flowlix/runtime";
import { trustedProxies } from "./http/trusted-proxies.ts";

/** Settings of the gateway (docs/design/decisions.md#settings; docs/design/architecture.md#services and #control). */
export const gatewayConfig = {
  PORT: port({ default: 3000 }),
  /** The control API always listens on loopback. */
  CONTROL_PORT: port({ default: 9399 }),
  CONTROL_TOKEN: secretText(),
  GATEWAY_DATABASE_URL: databaseUrl(),
  CARD_KEYS: keyRing(),
  /** A ring of its own: what opens cards to pay out to opens none that pays (docs/design/architecture.md#rule-11). */
  PAYOUT_CARD_KEYS: keyRing(),
  /** A request is sent with a fingerprint per key. */
  FINGERPRINT_KEYS: keyRing({ max: FINGERPRINTS_MAX }),
  /** So long a fingerprint key may not be missing after it was in use. */
  IDEMPOTENCY_RETENTION: idempotencyRetention(),
  ACQUIRER_CALLBACK_SECRET: secretText(),
  /** Encrypts the secrets of merchants' accounts at acquirers; without it no account can be added. */
  ACQUIRER_SECRET_KEYS: optional(keyRing()),
  /** Whether accounts may lead to this machine itself, by plain HTTP too: for stand-ins of acquirers in tests. */
  ACQUIRER_LOOPBACK: choice(["true", "false"], { default: "false" }),
  /** Derives the tokens of hosted pages. The notifier has the same ring, for links in events. */
  PAGE_TOKEN_KEY: keyRing(),
  /** How merchants and browsers reach the gateway. */
  PUBLIC_URL: httpUrl(),
  REQUEST_DEADLINE: requestDeadline(),
  /** Requests a second for each key, and how many it may send at once. */
  KEY_QUOTA: integer({ default: 100, min: 1, max: 1_000_000 }),
  KEY_QUOTA_BURST: integer({ default: 200, min: 1, max: 1_000_000 }),
  GATEWAY_REPLICAS: integer({ default: 1, min: 1, max: 1_000 }),
  /** Creates in flight in one process (docs/design/architecture.md#rule-12). */
  ADMISSION_LIMIT: integer({ default: 512, min: 1, max: 100_000 }),
  /** Of the public listener; fewer where the process may not have so many file descriptors. */
  MAX_CONNECTIONS: integer({ default: 2_048, min: 16, max: 100_000 }),
  /** Submits of the hosted page in flight in one process, beside the creates. */
  PAGE_SUBMIT_LIMIT: integer({ default: 256, min: 1, max: 100_000 }),
  PAYMENT_CURRENCIES: currencies({ default: ["EUR", "GBP"] }),
  PAYOUT_CURRENCIES: currencies({ default: ["EUR", "GBP", "USD", "PLN", "CZK"] }),
  /** Whose X-Forwarded-For is believed (docs/design/decisions.md#trusted-proxies). */
  TRUSTED_PROXIES: trustedProxies(),
  /** Name of the provider of live mode; while it is unset nobody is provisioned there. */
  LIVE_PROVIDER: optional(text({ maxLength: 64 })),
};

export type GatewayConfig = ConfigOf<typeof gatewayConfig>;
