import { acceptCallback, acceptCallbacks } from "@flowlix/engine";
import { provedCallbacks, type ModelCallback } from "@flowlix/testkit";
import type { PayoutsDeps } from "../../../src/deps.ts";
import type { PayoutParties } from "./payout-parties.ts";

/** By the way that the gateway takes with it: of the installation's own acquirer, or under a merchant's account. */
export function acceptPayoutCallback(
  deps: PayoutsDeps,
  { all }: PayoutParties,
  callback: ModelCallback,
): Promise<unknown> {
  const account = all.find(({ acquirer }) => acquirer.callbacks.includes(callback))?.account ?? null;
  if (account === null) return acceptCallback(deps, callback);
  const { provider: _provider, ...said } = callback;
  const { id, provider } = account;
  const callbacks = [{ ...said, at: 1_000 }];
  return acceptCallbacks(deps, "payouts", provedCallbacks(deps.proofs, { provider, account: id, callbacks }));
}
