import type { VerifyCallback } from "@flowlix/provider";
import { json, type Answer } from "../http/answer.ts";
import type { ApiRequest } from "../http/route.ts";
import type { PaymentsClient } from "../handlers/create-payment.ts";

export interface AcceptCallbackDeps {
  readonly payments: PaymentsClient;
  readonly provider: string;
  readonly verifyCallback: VerifyCallback;
}

/**
 * A provider says that something happened to an order. Signed, or 401; kept by the owner before the 2xx,
 * so that whatever else happens makes the provider send it again (architecture §6, Provider callback).
 */
export async function acceptCallback(deps: AcceptCallbackDeps, request: ApiRequest): Promise<Answer> {
  const callback = deps.verifyCallback(request.headers, request.body);
  if (callback === null) return json(401, { accepted: false });
  const { accepted } = await deps.payments.acceptCallback(
    {
      provider: deps.provider,
      callback_id: callback.callbackId,
      reference: callback.reference,
      claimed_state: callback.claimedState,
    },
    { requestId: request.requestId, timeoutMs: request.deadline.remainingMs() },
  );
  return json(200, { accepted });
}
