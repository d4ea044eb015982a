import type { AccountSettings } from "../acquirer.ts";

/** A merchant's account at Adyen (docs/acquirers/adyen.md#settings). Those of `SECRETS` are encrypted at rest. */
export interface AdyenSettings {
  readonly merchant_account: string;
  /** Base URL of Checkout with its version, such as https://checkout-test.adyen.com/v72. */
  readonly checkout_url: string;
  readonly api_key: string;
  /** Hosts that may show a payer a challenge. */
  readonly redirect_hosts: readonly string[];
  /** Of the standard webhook, in hexadecimal; two while it changes. */
  readonly hmac_key: string;
  readonly next_hmac_key?: string;
  /** `never`: cards are authorised without 3D Secure and need no browser information. Absent: always. */
  readonly three_d_secure?: "always" | "never";
  /** Hours until an authorised payment is captured; absent: as the account at Adyen is set up. */
  readonly capture_delay_hours?: number;
  /** Payouts: a balance account of Adyen's other platform, with its own key and webhook. */
  readonly transfers_url?: string;
  readonly balance_account?: string;
  readonly transfers_api_key?: string;
  readonly transfers_hmac_key?: string;
  /**
   * Statements: the folders that the daily reports of the merchant account and of the balance platform are downloaded
   * from, by whom, and in which time zone (IANA) their days are cut.
   */
  readonly reports_url?: string;
  readonly transfers_reports_url?: string;
  readonly report_user?: string;
  readonly report_password?: string;
  readonly time_zone?: string;
}

const SECRETS = [
  "api_key",
  "hmac_key",
  "next_hmac_key",
  "transfers_api_key",
  "transfers_hmac_key",
  "report_password",
] as const satisfies readonly (keyof AdyenSettings)[];

const IDENTITY = [
  "merchant_account",
  "checkout_url",
  "transfers_url",
  "balance_account",
] as const satisfies readonly (keyof AdyenSettings)[];

/** A header carries it: printable ASCII, and no blank to be trimmed. */
const secret = { type: "string", minLength: 1, maxLength: 512, pattern: "^[!-~]+$" };
const hmacKey = { type: "string", minLength: 32, maxLength: 256, pattern: "^(?:[0-9A-Fa-f]{2})+$" };
/** No user info, query or fragment; https unless it is this machine. */
const url = {
  type: "string",
  maxLength: 256,
  pattern:
    "^(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))(?::[0-9]{1,5})?(?:/[A-Za-z0-9._-]+)*$",
};
const name = { type: "string", minLength: 1, maxLength: 128, pattern: "^[A-Za-z0-9._-]+$" };

const PAYOUTS = ["transfers_url", "balance_account", "transfers_api_key"];
const REPORTS = ["reports_url", "report_user", "report_password", "time_zone"];
/** Either all of these or none. */
const together = (names: readonly string[]) =>
  Object.fromEntries(names.map((each) => [each, names.filter((other) => other !== each)]));

/** By the end of its first label; null where it is none of Adyen's (docs/acquirers/adyen.md#settings). */
const isLiveHost = (host: string): boolean | null =>
  host.endsWith(".adyen.com") || host.endsWith(".adyenpayments.com")
    ? host.split(".")[0]?.endsWith("-test") !== true
    : null;

export const ADYEN_SETTINGS: AccountSettings = {
  schema: {
    type: "object",
    additionalProperties: false,
    properties: {
      merchant_account: name,
      checkout_url: url,
      api_key: secret,
      redirect_hosts: {
        type: "array",
        minItems: 1,
        maxItems: 16,
        items: { type: "string", maxLength: 255, pattern: "^[a-z0-9.-]+(?::[0-9]{1,5})?$" },
      },
      hmac_key: hmacKey,
      next_hmac_key: hmacKey,
      three_d_secure: { type: "string", enum: ["always", "never"] },
      capture_delay_hours: { type: "integer", minimum: 0, maximum: 168 },
      transfers_url: url,
      balance_account: name,
      transfers_api_key: secret,
      transfers_hmac_key: hmacKey,
      reports_url: url,
      transfers_reports_url: url,
      report_user: { type: "string", minLength: 1, maxLength: 128, pattern: "^[!-9;-~]+$" },
      report_password: secret,
      time_zone: { type: "string", enum: ["UTC", ...Intl.supportedValuesOf("timeZone")] },
    },
    required: ["merchant_account", "checkout_url", "api_key", "redirect_hosts", "hmac_key"],
    dependentRequired: {
      ...together(PAYOUTS),
      ...together(REPORTS),
      transfers_hmac_key: ["transfers_url"],
      transfers_reports_url: ["transfers_url", "reports_url"],
    },
  },
  secrets: SECRETS,
  identity: IDENTITY,
  isLiveHost,
};
