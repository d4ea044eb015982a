import { isDomainError } from "@flowlix/runtime";
import type { AuthenticatedRequest } from "../http/route.ts";
import type { PayoutsClient } from "../clients.ts";

/** The JSON text of the Payout recorded under an id of the caller's; null where there is none. */
export async function recordedPayout(
  { payouts }: { readonly payouts: PayoutsClient },
  { caller, requestId, deadline }: AuthenticatedRequest,
  payoutId: string,
): Promise<string | null> {
  const scope = { merchant_id: caller.merchantId, livemode: caller.livemode };
  try {
    const call = { requestId, timeoutMs: deadline.remainingMs() };
    return JSON.stringify(await payouts.get({ scope, payout_id: payoutId }, call));
  } catch (error) {
    if (isDomainError(error) && error.type === "object_not_found") return null;
    throw error;
  }
}
