import { isId } from "@flowlix/contracts";
import type { PageUrlFiller } from "@flowlix/page-links";
import { DomainError } from "@flowlix/runtime";
import { aboutId } from "../explain/about-id.ts";
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
  const call = { requestId, timeoutMs: deadline.remainingMs() };
  const payment = await aboutId("id", id, deps.payments.get({ scope, payment_id: id }, call));
  return json(200, deps.fillPageUrl(payment));
}
