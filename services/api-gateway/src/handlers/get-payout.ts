import { isId } from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import { aboutId } from "../explain/about-id.ts";
import { explainId } from "../explain/explain-id.ts";
import { json, type Answer } from "../http/answer.ts";
import type { AuthenticatedRequest } from "../http/route.ts";
import type { PayoutsClient } from "../clients.ts";

const PARAM = "payout_id";

/**
 * GET /v1/payouts/{payout_id}: the Payout as last recorded, of the key's own merchant and mode only.
 * Errors: invalid_request for an id of another shape, object_not_found.
 */
export async function getPayout(
  deps: { readonly payouts: PayoutsClient },
  { caller, params, requestId, deadline }: AuthenticatedRequest,
): Promise<Answer> {
  const id = params[PARAM];
  if (!isId("payout", id))
    throw new DomainError("invalid_request", { param: PARAM, explanation: explainId("payout", id) });
  const scope = { merchant_id: caller.merchantId, livemode: caller.livemode };
  const call = { requestId, timeoutMs: deadline.remainingMs() };
  return json(200, await aboutId(PARAM, id, deps.payouts.get({ scope, payout_id: id }, call)));
}
