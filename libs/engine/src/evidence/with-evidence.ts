import type { Evidence, Provider } from "@flowlix/provider";
import type { AccountOfCallback, EvidenceStore } from "./evidence-store.ts";

/**
 * An account's provider port whose reads, closings and reversals are given what was kept of their reference: of this
 * account and of no other, whatever else a callback with that reference was signed for. Of an acquirer that can be read
 * it is the port itself. What cannot be read from the database fails the call before anything is asked.
 */
export function withEvidence(
  provider: Provider,
  { provider_account }: Pick<AccountOfCallback, "provider_account">,
  store: Pick<EvidenceStore, "read">,
): Provider {
  if (!provider.evidence) return provider;
  const account = { provider: provider.name, provider_account };
  const kept = ({ reference }: { readonly reference: string }): Promise<readonly Evidence[]> =>
    store.read(account, reference);
  return {
    ...provider,
    read: async (order, deadline, requestId, suspect) =>
      provider.read(order, deadline, requestId, suspect, await kept(order)),
    close: async (order, deadline, requestId) =>
      provider.close(order, deadline, requestId, await kept(order)),
    reverse: async (order, deadline, requestId) =>
      provider.reverse(order, deadline, requestId, await kept(order)),
    refunds: {
      ...provider.refunds,
      read: async (refund, deadline, requestId, suspect) =>
        provider.refunds.read(refund, deadline, requestId, suspect, await kept(refund)),
      close: async (refund, deadline, requestId) =>
        provider.refunds.close(refund, deadline, requestId, await kept(refund)),
    },
    payouts: {
      ...provider.payouts,
      read: async (payout, deadline, requestId, suspect) =>
        provider.payouts.read(payout, deadline, requestId, suspect, await kept(payout)),
      close: async (payout, deadline, requestId) =>
        provider.payouts.close(payout, deadline, requestId, await kept(payout)),
    },
  };
}
