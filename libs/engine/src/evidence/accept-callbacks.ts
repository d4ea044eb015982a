import { isId, type Params, type paymentsContract } from "@flowlix/contracts";
import { orderNamed, type BusProofs } from "@flowlix/provider";
import type { Logger } from "@flowlix/runtime";
import { NOUNS, type OwnerName } from "../owner/owner-name.ts";
import type { EvidenceStore } from "./evidence-store.ts";

export type AskedCallbacks = Params<typeof paymentsContract, "acceptCallbacks">;

export interface AcceptCallbacksDeps {
  readonly evidence: Pick<EvidenceStore, "accept">;
  readonly proofs: Pick<BusProofs, "check">;
  readonly syncSoon: () => void;
  readonly logger: Pick<Logger, "error">;
}

/**
 * Keeps the callbacks of a request that came in under a merchant's account, all or none, and makes their objects due.
 * Sets no status: the read that follows is the fact. A reference that cannot be an object of ours is another system's
 * at the same account: it is answered and not kept. Answers the references of this account's objects. Errors:
 * ProofError, where the gateway did not send this.
 */
export async function acceptCallbacks(
  { evidence, proofs, syncSoon, logger }: AcceptCallbacksDeps,
  owner: OwnerName,
  { provider, provider_account, callbacks, proof }: AskedCallbacks,
): Promise<readonly AskedCallbacks["callbacks"][number][]> {
  proofs.check("callbacks", [provider, provider_account, callbacks], proof);
  const ours = callbacks.flatMap((callback) => {
    const { id } = orderNamed(callback.reference);
    return isId(NOUNS[owner], id)
      ? [{ ...callback, object_id: id, evidence: callback.evidence ?? null }]
      : [];
  });
  if (ours.length === 0) return [];
  const { due, matched, dropped } = await evidence.accept({ provider, provider_account }, ours);
  if (due > 0) syncSoon();
  if (dropped > 0)
    logger.error({ provider, provider_account, dropped }, "callbacks of an account were too many to be kept");
  const known = new Set(matched);
  return callbacks.filter(({ callback_id: id }) => known.has(id));
}
