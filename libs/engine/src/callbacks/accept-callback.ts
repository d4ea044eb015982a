import type { Callback, CallbacksStore } from "./callbacks-store.ts";

/**
 * Keeps a provider's callback and makes its object due. Sets no status: the read that follows is the fact
 * (docs/design/architecture.md#provider-callback). Repeating it changes nothing.
 */
export async function acceptCallback(
  deps: { readonly callbacks: Pick<CallbacksStore, "accept">; readonly syncSoon: () => void },
  callback: Callback,
): Promise<{ accepted: boolean }> {
  if (await deps.callbacks.accept(callback)) deps.syncSoon();
  return { accepted: true };
}
