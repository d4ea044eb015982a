import {
  choice,
  httpUrl,
  integer,
  keyRing,
  optional,
  requestDeadline,
  secretText,
  type ConfigOf,
} from "@flowlix/runtime";

/** Settings that every owner of payments, refunds or payouts reads (docs/design/decisions.md#settings). */
export const ownerConfig = {
  PUBLIC_URL: httpUrl(),
  /** The acquirer's API. */
  ACQUIRER_URL: httpUrl(),
  /** How payers' browsers reach its 3D Secure pages. */
  ACQUIRER_PUBLIC_URL: httpUrl(),
  ACQUIRER_API_KEY: secretText(),
  /** Opens the secrets of merchants' accounts at acquirers; the gateway encrypts them under the same ring. */
  ACQUIRER_SECRET_KEYS: optional(keyRing()),
  /** Whether accounts at acquirers may lead to this machine: for stand-ins of acquirers. */
  ACQUIRER_LOOPBACK: choice(["true", "false"], { default: "false" }),
  /** Where the provider sends callbacks, when that is not under PUBLIC_URL. */
  PROVIDER_CALLBACK_URL: optional(httpUrl()),
  REQUEST_DEADLINE: requestDeadline(),
  /** Tries of one call, the first included; only for failures known to precede execution. */
  PROVIDER_TRIES: integer({ min: 1, max: 10, default: 3 }),
};

export type OwnerConfig = ConfigOf<typeof ownerConfig>;
