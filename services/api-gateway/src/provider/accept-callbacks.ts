import type { BusProofs, CallbackKind, ProviderCallback, VerifyCallbacks } from "@flowlix/provider";
import { isId } from "@flowlix/contracts";
import { DomainError, noteObject } from "@flowlix/runtime";
import { json, type Answer } from "../http/answer.ts";
import type { ApiRequest } from "../http/route.ts";
import type { PaymentsClient } from "../clients.ts";

/** Every owner keeps callbacks in the same way. */
export type CallbackOwner = Pick<PaymentsClient, "acceptCallback" | "acceptCallbacks">;

export interface AcceptCallbackDeps {
  /** The owner of a callback, by the kind of its object. */
  readonly callbackOwners: Readonly<Partial<Record<CallbackKind, CallbackOwner>>>;
  readonly provider: string;
  /** The merchant's account whose key signs them; absent for the installation's own acquirer. */
  readonly account?: string | undefined;
  readonly verifyCallbacks: VerifyCallbacks;
  readonly proofs: Pick<BusProofs, "of">;
}

/**
 * A provider says that something happened. A callback is signed, or the answer is 401. Its owners keep it before the
 * 2xx; after anything else the provider sends it again (docs/design/architecture.md#provider-callback). Of several in a
 * request all are kept, or the request comes again. An owner knows by its id a callback that it has kept already.
 */
export async function acceptCallbacks(deps: AcceptCallbackDeps, request: ApiRequest): Promise<Answer> {
  const callbacks = deps.verifyCallbacks(request.headers, request.body);
  if (callbacks === null) return json(401, { accepted: false });
  noteOnly(callbacks);
  const owned = callbacks.map((callback) => ({ callback, owner: deps.callbackOwners[callback.kind] }));
  if (owned.some(({ owner }) => owner === undefined)) throw new DomainError("service_unavailable");
  return json(200, {
    accepted:
      deps.account === undefined
        ? await keepEach(deps, request, owned)
        : await keepOfAccount(deps, request, deps.account, owned),
  });
}

const OBJECT_KINDS = ["payment", "refund", "payout"] as const;

/** The request's log line names the object if all callbacks are about one, are signed, and its id has our shape. */
function noteOnly(callbacks: readonly ProviderCallback[]): void {
  const [only, ...others] = new Set(callbacks.map(({ reference }) => reference));
  if (only !== undefined && others.length === 0 && OBJECT_KINDS.some((kind) => isId(kind, only)))
    noteObject(only);
}

interface Owned {
  readonly callback: ProviderCallback;
  readonly owner: CallbackOwner | undefined;
}

const callOf = ({ requestId, deadline }: ApiRequest) => ({ requestId, timeoutMs: deadline.remainingMs() });

async function keepEach(
  { provider }: AcceptCallbackDeps,
  request: ApiRequest,
  owned: readonly Owned[],
): Promise<boolean> {
  let accepted = true;
  for (const { callback, owner } of owned) {
    const { callbackId: callback_id, reference, claimedState: claimed_state } = callback;
    const asked = { provider, callback_id, reference, claimed_state };
    const answer = await owner?.acceptCallback(asked, callOf(request));
    accepted &&= answer?.accepted === true;
  }
  return accepted;
}

/** Each owner keeps its own in one transaction. They come with the account whose key signed them, and a proof. */
async function keepOfAccount(
  { provider, proofs }: AcceptCallbackDeps,
  request: ApiRequest,
  account: string,
  owned: readonly Owned[],
): Promise<boolean> {
  let accepted = true;
  for (const [owner, own] of Map.groupBy(owned, ({ owner: one }) => one)) {
    const callbacks = own.map(({ callback }) => {
      const { callbackId: callback_id, reference, claimedState: claimed_state, at, evidence } = callback;
      return { callback_id, reference, claimed_state, at, ...(evidence === undefined ? {} : { evidence }) };
    });
    const proof = proofs.of("callbacks", [provider, account, callbacks]);
    const asked = { provider, provider_account: account, callbacks };
    const answer = await owner?.acceptCallbacks(
      proof === undefined ? asked : { ...asked, proof },
      callOf(request),
    );
    accepted &&= answer?.accepted === true;
  }
  return accepted;
}
