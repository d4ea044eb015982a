import type { LookupFunction } from "node:net";
import type { ProviderAdapter, VerifyCallbacks } from "./adapter.ts";

/** What a process says of its use of an acquirer, beside the installation's settings. */
export interface AcquirerUse {
  /** Where the acquirer sends its callbacks; absent in a process that begins nothing there. */
  readonly callbackUrl?: string;
  readonly connections?: number;
  /** Which addresses connections may go to; absent for the installation's own acquirer, whose address is a setting. */
  readonly lookup?: LookupFunction;
  /** The mode of the account that the adapter is for; absent for the installation's own acquirer, which has one. */
  readonly livemode?: boolean;
}

/** What an account's settings must be. */
export interface AccountSettings {
  /** JSON Schema of the whole, secrets among it; no property but the named ones. */
  readonly schema: object;
  /** Names of the properties that are encrypted at rest and never shown. */
  readonly secrets: readonly string[];
  /**
   * Names of the settings that say which account at the acquirer it is: where it is reached, and by what it is known
   * there. Once they are set they never change: an object that is looked for at another account is truthfully absent
   * there (docs/decisions/0099-acquirer-accounts.md).
   */
  readonly identity: readonly string[];
  /**
   * Whether a host, in lower case, is of the acquirer's live system or of its test system; null where it is not the
   * acquirer's own, such as a double's. Absent where the acquirer has one system.
   */
  readonly isLiveHost?: (host: string) => boolean | null;
}

/** How an acquirer's adapter is made of settings: an installation's own, or those of a merchant's account there. */
export interface Acquirer<Settings, CallbackSettings> {
  readonly settings: "installation" | "account";
  /** Of an acquirer that merchants have accounts at. */
  readonly settingsSchema?: AccountSettings;
  createAdapter(settings: Settings, use: AcquirerUse): ProviderAdapter;
  /** For the process that receives callbacks. */
  /** @param livemode the account's, where callbacks say which mode they are of */
  createCallbackVerifier(settings: CallbackSettings, livemode?: boolean): VerifyCallbacks;
}
