import type { CallbackKind, VerifyCallbacks } from "@flowlix/provider";
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
  readonly verifyCallbacks: VerifyCallbacks;
}

/**
 * A provider says that something happened. Signed, or 401; kept by the owners before the 2xx, so that
 * whatever else happens makes the provider send it again (docs/design/architecture.md#provider-callback). Of several in
 * a request all are kept, or it is sent again: who kept one before knows it by its id.
 */
export async function acceptCallbacks(deps: AcceptCallbackDeps, request: ApiRequest): Promise<Answer> {
  const callbacks = deps.verifyCallbacks(request.headers, request.body);
  if (callbacks === null) return json(401, { accepted: false });
  const owned = callbacks.map((callback) => ({ callback, owner: deps.callbackOwners[callback.kind] }));
  if (owned.some(({ owner }) => owner === undefined)) throw new DomainError("service_unavailable");
  let accepted = true;
  for (const { callback, owner } of owned) {
    const answer = await owner?.acceptCallback(
      {
        provider: deps.provider,
        callback_id: callback.callbackId,
        reference: callback.reference,
        claimed_state: callback.claimedState,
      },
      { requestId: request.requestId, timeoutMs: request.deadline.remainingMs() },
    );
    accepted &&= answer?.accepted === true;
  }
  return json(200, { accepted });
}
