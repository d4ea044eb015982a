import type { AccountSettings } from "../acquirer.ts";

/**
 * A merchant's account at Checkout.com (docs/acquirers/checkout.md#settings). Those of `SECRETS` are encrypted at rest.
 */
export interface CheckoutSettings {
  /** Of the account's own prefix, such as https://abcd1234.api.checkout.com. */
  readonly api_url: string;
  readonly secret_key: string;
  /** Where the account has more than one. */
  readonly processing_channel_id?: string;
  /** Of the workflow that sends events; two while it changes. */
  readonly webhook_key: string;
  readonly next_webhook_key?: string;
  /** Hosts that may show a payer a challenge. */
  readonly redirect_hosts: readonly string[];
  /**
   * `always`: a card that cannot be authenticated is refused. `never`: cards go without, unless the issuer insists.
   * Absent: `attempt`, authenticated where the card can be.
   */
  readonly three_d_secure?: "always" | "attempt" | "never";
  /** What a payer's statement names beside the descriptor; without it no descriptor is sent. */
  readonly descriptor_city?: string;
  /** Payouts: the currency account they are paid from, and what kind of transfer the schemes are told they are. */
  readonly currency_account_id?: string;
  readonly funds_transfer_type?: string;
  /** Statements: the entity whose reports are read, where the key sees several. */
  readonly entity_id?: string;
}

const SECRETS = [
  "secret_key",
  "webhook_key",
  "next_webhook_key",
] as const satisfies readonly (keyof CheckoutSettings)[];

const IDENTITY = [
  "api_url",
  "processing_channel_id",
  "currency_account_id",
] as const satisfies readonly (keyof CheckoutSettings)[];

/** A header carries it: printable ASCII, and no blank to be trimmed. */
const secret = { type: "string", minLength: 8, maxLength: 512, pattern: "^[!-~]+$" };
/** An origin; https unless it is this machine. */
const origin = {
  type: "string",
  maxLength: 256,
  pattern: "^(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))(?::[0-9]{1,5})?$",
};

/** Test accounts are at hosts of their own; null where it is none of Checkout.com's. */
export const isLiveHost = (host: string): boolean | null =>
  host.endsWith(".checkout.com") ? !host.endsWith(".sandbox.checkout.com") : null;

export const CHECKOUT_SETTINGS: AccountSettings = {
  schema: {
    type: "object",
    additionalProperties: false,
    properties: {
      api_url: origin,
      secret_key: secret,
      processing_channel_id: { type: "string", pattern: "^pc_[A-Za-z0-9]{8,40}$" },
      webhook_key: secret,
      next_webhook_key: secret,
      redirect_hosts: {
        type: "array",
        minItems: 1,
        maxItems: 16,
        items: { type: "string", maxLength: 255, pattern: "^[a-z0-9.-]+(?::[0-9]{1,5})?$" },
      },
      three_d_secure: { type: "string", enum: ["always", "attempt", "never"] },
      descriptor_city: { type: "string", pattern: "^[A-Za-z0-9 .-]{1,13}$" },
      currency_account_id: { type: "string", pattern: "^ca_[A-Za-z0-9]{8,40}$" },
      funds_transfer_type: { type: "string", pattern: "^[A-Z0-9]{1,4}$" },
      entity_id: { type: "string", pattern: "^ent_[A-Za-z0-9]{8,40}$" },
    },
    required: ["api_url", "secret_key", "webhook_key", "redirect_hosts"],
    dependentRequired: {
      currency_account_id: ["funds_transfer_type"],
      funds_transfer_type: ["currency_account_id"],
    },
  },
  secrets: SECRETS,
  identity: IDENTITY,
  isLiveHost,
};
