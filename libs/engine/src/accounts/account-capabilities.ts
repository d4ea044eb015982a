import type { AcquirerAccount } from "@flowlix/contracts";
import type { Capabilities, ProviderAdapter } from "@flowlix/provider";

/** What an account's acquirer can do; null where the account cannot be used in this process. */
export type CapabilitiesOf = (account: AcquirerAccount) => Capabilities | null;

/**
 * Remembered for each change of an account, so that routing makes no provider port for one that it only considers. An
 * adapter is made to ask it and ended at once: it has opened no connection yet.
 */
export function createAccountCapabilities(
  adapterOf: (account: AcquirerAccount) => Pick<ProviderAdapter, "capabilities" | "shutdown">,
): CapabilitiesOf {
  const known = new Map<string, { readonly change: number; readonly capabilities: Capabilities | null }>();

  function learn(account: AcquirerAccount): Capabilities | null {
    try {
      const adapter = adapterOf(account);
      void adapter.shutdown().catch(() => undefined);
      return adapter.capabilities;
    } catch {
      return null;
    }
  }

  return (account) => {
    const before = known.get(account.id);
    if (before?.change === account.change) return before.capabilities;
    const capabilities = learn(account);
    known.set(account.id, { change: account.change, capabilities });
    return capabilities;
  };
}
