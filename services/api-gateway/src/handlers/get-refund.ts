import { isId } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { aboutId } from "../explain/about-id.ts";
import { explainId } from "../explain/explain-id.ts";
import { json, type Answer } from "../http/answer.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import type { RefundsClient } from "../clients.ts";

/**
 * GET /v1/refunds/{id}: the Refund as recorded, of the key's own merchant and mode only.
 * Errors: invalid_request for an id of another shape, object_not_found.
 */
export async function getRefund(
  { refunds }: { readonly refunds: Pick<RefundsClient, "get"> },
  { caller, params, requestId, deadline }: AuthenticatedRequest,
): Promise<Answer> {
  const id = params["id"];
  if (!isId("refund", id))
    throw new DomainError("invalid_request", { param: "id", explanation: explainId("refund", id) });
  const scope = { merchant_id: caller.merchantId, livemode: caller.livemode };
  const call = { requestId, timeoutMs: deadline.remainingMs() };
  return json(200, await aboutId("id", id, refunds.get({ scope, refund_id: id }, call)));
}
