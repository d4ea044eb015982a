import type { AcquirerAccount } from "@flowlix/contracts";
import {
  accountAcquirer,
  accountCallbackPath,
  createAccountSecrets,
  type ProviderAdapter,
} from "@flowlix/provider";
import type { KeyRing } from "@flowlix/runtime";
import { absentSinceSecrets } from "./absence-since.ts";

/** What a process needs to reach the acquirers of accounts. */
export interface AccountReach {
  /** Absent where the installation has none: no account can be used then. */
  readonly ring: KeyRing | undefined;
  readonly publicUrl: string;
}

/** Connections to one account's acquirer, of each kind: for submissions, and as many for reads. */
const CONNECTIONS = 16;

/**
 * An adapter for one account, with its secrets opened. Errors: an acquirer that this release does not know, secrets that
 * no key of the ring opens; nothing of a secret is in them.
 */
export function createAccountAdapters({
  ring,
  publicUrl,
}: AccountReach): (account: AcquirerAccount) => ProviderAdapter {
  const secrets = ring === undefined ? null : createAccountSecrets(ring);
  return (account) => {
    const { id, provider, livemode, settings } = account;
    const acquirer = accountAcquirer(provider);
    if (acquirer === undefined) throw new Error(`this release has no acquirer "${provider}"`);
    if (secrets === null) throw new Error("ACQUIRER_SECRET_KEYS is not set, so no account can be used");
    const adapter = acquirer.createAdapter(
      { ...settings, ...secrets.open(account) },
      { livemode, connections: CONNECTIONS, callbackUrl: `${publicUrl}${accountCallbackPath(provider, id)}` },
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
