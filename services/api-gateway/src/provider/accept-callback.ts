import type { CallbackKind, VerifyCallback } from "@flowlix/provider";
import { DomainError } from "@flowlix/runtime";
import { json, type Answer } from "../http/answer.ts";
import type { ApiRequest } from "../http/route.ts";
import type { PaymentsClient } from "../clients.ts";

/** Every owner keeps callbacks in the same way. */
export type CallbackOwner = Pick<PaymentsClient, "acceptCallback">;

export interface AcceptCallbackDeps {
  /** Whose a callback is, by what it is about. */
  readonly callbackOwners: Readonly<Partial<Record<CallbackKind, CallbackOwner>>>;
  readonly provider: string;
  readonly verifyCallback: VerifyCallback;
}

/**
 * A provider says that something happened. Signed, or 401; kept by the owner before the 2xx, so that
 * whatever else happens makes the provider send it again (docs/design/architecture.md#provider-callback).
 */
export async function acceptCallback(deps: AcceptCallbackDeps, request: ApiRequest): Promise<Answer> {
  const callback = deps.verifyCallback(request.headers, request.body);
  if (callback === null) return json(401, { accepted: false });
  const owner = deps.callbackOwners[callback.kind];
  if (owner === undefined) throw new DomainError("service_unavailable");
  const { accepted } = await owner.acceptCallback(
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
