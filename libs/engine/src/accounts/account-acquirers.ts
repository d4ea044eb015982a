import type { AcquirerAccount } from "@flowlix/contracts";
import {
  accountAcquirer,
  accountCallbackPath,
  createAccountSecrets,
  urlsOf,
  type ProviderAdapter,
} from "@flowlix/provider";
import { createResolve, createSsrfGuard, type KeyRing, type Resolve } from "@flowlix/runtime";
import { absentSinceSecrets } from "./absence-since.ts";

/** What a process needs to reach the acquirers of accounts. */
export interface AccountReach {
  /** Absent where the installation has none: no account can be used then. */
  readonly ring: KeyRing | undefined;
  readonly publicUrl: string;
  /** Whether an account may lead to this machine: for stand-ins of acquirers. */
  readonly loopback: boolean;
  readonly resolve?: Resolve;
}

/** Connections to one account's acquirer, of each kind: for submissions, and as many for reads. */
const CONNECTIONS = 16;

/**
 * An adapter for one account, with its secrets opened. It connects to public addresses alone. Each connection is
 * checked, as those of webhooks are: a name may lead elsewhere since the account was set
 * (docs/decisions/0109-accounts-connect-to-public-addresses.md). Errors: an acquirer that this release does not know,
 * secrets that no key of the ring opens, an address that is not allowed. No error has a secret in it.
 */
export function createAccountAdapters({
  ring,
  publicUrl,
  loopback,
  resolve = createResolve(),
}: AccountReach): (account: AcquirerAccount) => ProviderAdapter {
  const secrets = ring === undefined ? null : createAccountSecrets(ring);
  const guard = createSsrfGuard({ resolve, loopback });
  const lookup = guard.lookup(loopback ? "global or loopback" : "global");
  return (account) => {
    const { id, provider, livemode, settings } = account;
    const acquirer = accountAcquirer(provider);
    if (acquirer === undefined) throw new Error(`this release has no acquirer "${provider}"`);
    if (secrets === null) throw new Error("ACQUIRER_SECRET_KEYS is not set, so no account can be used");
    // An address that is no name is connected to without a look-up.
    for (const name of acquirer.settingsSchema === undefined ? [] : urlsOf(acquirer.settingsSchema))
      if (typeof settings[name] === "string") guard.check(settings[name], !loopback);
    const adapter = acquirer.createAdapter(
      { ...settings, ...secrets.open(account) },
      {
        livemode,
        connections: CONNECTIONS,
        callbackUrl: `${publicUrl}${accountCallbackPath(provider, id)}`,
        lookup,
      },
    );
    const { order, refund, payout } = adapter.absentIsFinal;
    return {
      ...adapter,
      absentIsFinal: {
        order: absentSinceSecrets(order, account),
        refund: absentSinceSecrets(refund, account),
        payout: absentSinceSecrets(payout, account),
      },
    };
  };
}
