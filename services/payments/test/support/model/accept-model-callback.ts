import { provedCallbacks } from "@flowlix/testkit";
import type { PaymentsDeps } from "../../../src/deps.ts";
import { acceptOrderCallback, acceptOrderCallbacks } from "../../../src/status-sync/accept-order-callback.ts";
import type { ModelCallback } from "./model-acquirer.ts";

/** By the way that the gateway takes with it: of the installation's own acquirer, or under a merchant's account. */
export function acceptModelCallback(
  deps: PaymentsDeps,
  { provider_account: account, ...callback }: ModelCallback,
): Promise<unknown> {
  const { provider, ...said } = callback;
  if (account === null) return acceptOrderCallback(deps, callback);
  const callbacks = [{ ...said, at: 1_000 }];
  return acceptOrderCallbacks(deps, provedCallbacks(deps.proofs, { provider, account, callbacks }));
}
