import type { VerifyCallbacks } from "./adapter.ts";
import { sandboxAcquirer } from "./sandbox/sandbox-acquirer.ts";

/**
 * Every acquirer that there is an adapter of: a folder beside `sandbox`, and a line here. Rows, callback paths, metrics
 * and logs have the name, so it never changes.
 */
export const ACQUIRERS = {
  sandbox: sandboxAcquirer,
};

export type AcquirerName = keyof typeof ACQUIRERS;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object that the type is derived from
export const ACQUIRER_NAMES = Object.keys(ACQUIRERS) as readonly AcquirerName[];

/** Where an acquirer's callbacks come in, at the gateway. */
export const callbackPathOf = (name: AcquirerName): string => `/provider/${name}/callbacks`;

/** How an acquirer's callbacks come in. */
export interface CallbackReceiver {
  readonly provider: AcquirerName;
  readonly path: string;
  readonly verifyCallbacks: VerifyCallbacks;
}

type CallbackSettings = Parameters<(typeof ACQUIRERS)[AcquirerName]["createCallbackVerifier"]>[0];

/** For the process that receives the callbacks of every acquirer. */
export const createCallbackReceivers = (settings: CallbackSettings): readonly CallbackReceiver[] =>
  ACQUIRER_NAMES.map((provider) => ({
    provider,
    path: callbackPathOf(provider),
    verifyCallbacks: ACQUIRERS[provider].createCallbackVerifier(settings),
  }));
