import type { Acquirer } from "../acquirer.ts";
import { createSandboxCallbackVerifier } from "./callback-signature.ts";
import { createSandboxAdapter } from "./sandbox-adapter.ts";

/** The settings of an installation that the sandbox acquirer is reached by; who reads them has validated them. */
export interface SandboxSettings {
  readonly ACQUIRER_URL: string;
  readonly ACQUIRER_API_KEY: string;
  /** Absent in a process that sends no payer there. */
  readonly ACQUIRER_PUBLIC_URL?: string;
}

export interface SandboxCallbackSettings {
  readonly ACQUIRER_CALLBACK_SECRET: string;
}

export const sandboxAcquirer: Acquirer<SandboxSettings, SandboxCallbackSettings> = {
  settings: "installation",
  createAdapter: (
    { ACQUIRER_URL: url, ACQUIRER_API_KEY: apiKey, ACQUIRER_PUBLIC_URL: publicUrl = url },
    { callbackUrl = url, ...connections },
  ) => createSandboxAdapter({ url, apiKey, publicUrl, callbackUrl, ...connections }),
  createCallbackVerifier: ({ ACQUIRER_CALLBACK_SECRET }) =>
    createSandboxCallbackVerifier(ACQUIRER_CALLBACK_SECRET),
};
