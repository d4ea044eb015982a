import { isDomainError } from "@flowlix/runtime";
import type { AuthenticatedRequest } from "../http/route.ts";
import type { PaymentsClient } from "../clients.ts";

/** The JSON text of the Payment recorded under an id of the caller's; null where there is none. */
export async function recordedPayment(
  { payments }: { readonly payments: PaymentsClient },
  { caller, requestId, deadline }: AuthenticatedRequest,
  paymentId: string,
): Promise<string | null> {
  const scope = { merchant_id: caller.merchantId, livemode: caller.livemode };
  try {
    const call = { requestId, timeoutMs: deadline.remainingMs() };
    return JSON.stringify(await payments.get({ scope, payment_id: paymentId }, call));
  } catch (error) {
    if (isDomainError(error) && error.type === "object_not_found") return null;
    throw error;
  }
}
