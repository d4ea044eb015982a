import { isId } from "@flowlix/contracts";
import type { PageUrlFiller } from "@flowlix/page-links";
import { DomainError, isDomainError } from "@flowlix/runtime";
import { explainId } from "../explain/explain-id.ts";
import { json, type Answer } from "../http/answer.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import type { PaymentsClient } from "../clients.ts";

/**
 * GET /v1/payments/{id}: the Payment as recorded, of the key's own merchant and mode only.
 * Errors: invalid_request for an id of another shape, object_not_found.
 */
export async function getPayment(
  deps: { readonly payments: PaymentsClient; readonly fillPageUrl: PageUrlFiller },
  { caller, params, requestId, deadline }: AuthenticatedRequest,
): Promise<Answer> {
  const id = params["id"];
  if (!isId("payment", id))
    throw new DomainError("invalid_request", { param: "id", explanation: explainId("payment", id) });
  const scope = { merchant_id: caller.merchantId, livemode: caller.livemode };
  try {
    const call = { requestId, timeoutMs: deadline.remainingMs() };
    return json(200, deps.fillPageUrl(await deps.payments.get({ scope, payment_id: id }, call)));
  } catch (error) {
    if (isDomainError(error) && error.type === "object_not_found") {
      throw new DomainError("object_not_found", { param: "id", cause: error });
    }
    throw error;
  }
}
