import type { Params, payoutsContract, Result } from "@flowlix/contracts";
import type { PayoutsDeps } from "../deps.ts";

/**
 * Keeps a provider's callback and makes its Payout due. Sets no status: the read that follows is the fact
 * (architecture §6, Provider callback). Repeating it changes nothing.
 */
export async function acceptCallback(
  deps: Pick<PayoutsDeps, "callbacks" | "lookSoon">,
  callback: Params<typeof payoutsContract, "acceptCallback">,
): Promise<Result<typeof payoutsContract, "acceptCallback">> {
  if (await deps.callbacks.accept(callback)) deps.lookSoon();
  return { accepted: true };
}
