import type { Params, refundsContract, Result } from "@flowlix/contracts";
import type { RefundsDeps } from "../deps.ts";

/**
 * Keeps a provider's callback and makes its Refund due. Sets no status: the read that follows is the
 * fact (architecture §6, Provider callback). Repeating it changes nothing.
 */
export async function acceptCallback(
  deps: Pick<RefundsDeps, "callbacks" | "lookSoon">,
  callback: Params<typeof refundsContract, "acceptCallback">,
): Promise<Result<typeof refundsContract, "acceptCallback">> {
  if (await deps.callbacks.accept(callback)) deps.lookSoon();
  return { accepted: true };
}
