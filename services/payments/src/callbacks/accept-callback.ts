import type { Params, paymentsContract, Result } from "@flowlix/contracts";
import type { PaymentsDeps } from "../deps.ts";

/**
 * Keeps a provider's callback and makes its Payment due. Sets no status: the read that follows is the
 * fact (architecture §6, Provider callback). Repeating it changes nothing.
 */
export async function acceptCallback(
  deps: Pick<PaymentsDeps, "callbacks" | "lookSoon">,
  callback: Params<typeof paymentsContract, "acceptCallback">,
): Promise<Result<typeof paymentsContract, "acceptCallback">> {
  if (await deps.callbacks.accept(callback)) deps.lookSoon();
  return { accepted: true };
}
