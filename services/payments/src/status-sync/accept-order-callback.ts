import { acceptCallback, acceptCallbacks, type AskedCallbacks } from "@flowlix/engine";
import { orderNamed, REFUSED_REQUEST } from "@flowlix/provider";
import type { PaymentsDeps } from "../deps.ts";

type Callback = Parameters<typeof acceptCallback>[1];

/**
 * Keeps a callback about one of a Payment's orders, and makes the Payment due. That the order of an earlier card was
 * charged contradicts whatever the Payment is now, so that one that has SUCCEEDED is read as well
 * (docs/design/decisions.md#card-attempts).
 */
export async function acceptOrderCallback(
  deps: Pick<PaymentsDeps, "callbacks" | "hosted" | "syncSoon">,
  callback: Callback,
): Promise<{ accepted: boolean }> {
  const { id, attempt } = orderNamed(callback.reference);
  const accepted = await acceptCallback(deps, { ...callback, reference: id });
  if (callback.claimed_state === "succeeded" && (await deps.hosted.doubtEarlier(id, attempt)))
    deps.syncSoon();
  return accepted;
}

/** Likewise of the callbacks of a request under a merchant's account, of that account's Payments alone. */
export async function acceptOrderCallbacks(
  deps: Pick<PaymentsDeps, "evidence" | "proofs" | "hosted" | "syncSoon" | "logger">,
  asked: AskedCallbacks,
): Promise<{ accepted: boolean }> {
  for (const { reference, claimed_state } of await acceptCallbacks(deps, "payments", asked)) {
    const { id, attempt } = orderNamed(reference);
    // An acquirer's own word may be that of a charge.
    const isNone = claimed_state === "failed" || claimed_state.startsWith(REFUSED_REQUEST);
    if (!isNone && (await deps.hosted.doubtEarlier(id, attempt))) deps.syncSoon();
  }
  return { accepted: true };
}
