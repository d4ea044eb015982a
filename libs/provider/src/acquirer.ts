import type { ProviderAdapter, VerifyCallback } from "./adapter.ts";

/** What a process says of its use of an acquirer, beside the installation's settings. */
export interface AcquirerUse {
  /** Where the acquirer sends its callbacks; absent in a process that begins nothing there. */
  readonly callbackUrl?: string;
  readonly connections?: number;
}

/** How an acquirer's adapter is made of an installation's settings. */
export interface Acquirer<Settings, CallbackSettings> {
  createAdapter(settings: Settings, use: AcquirerUse): ProviderAdapter;
  /** For the process that receives callbacks. */
  createCallbackVerifier(settings: CallbackSettings): VerifyCallback;
}
