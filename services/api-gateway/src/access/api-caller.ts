import type { KeyPermission } from "@flowlix/contracts";

/** What one API key may do and for whom, as the gateway's database knew it a moment ago. */
export interface ApiCaller {
  readonly keyId: string;
  readonly merchantId: string;
  readonly livemode: boolean;
  readonly permissions: readonly KeyPermission[];
  /** As payers read it: the name of the account in the key's mode, else the merchant's own. */
  readonly merchantName: string;
  /** The merchant's account in the key's mode (docs/design/decisions.md#accounts). */
  readonly account: {
    readonly provisioned: boolean;
    /** Whether the merchant has an active account at an acquirer in the key's mode. */
    readonly hasAcquirer: boolean;
    /** The same of an account in any state, disabled ones among them. */
    readonly hadAcquirer: boolean;
    readonly paymentsEnabled: boolean;
    readonly payoutsEnabled: boolean;
    /** Cards that a payer of the hosted page may try. */
    readonly cardAttempts: number;
  };
}

/**
 * Whether the amount decides what becomes of the caller's objects: in Sandbox, of a merchant that never had an account
 * at an acquirer, whose test system decides by its own rules.
 */
export const isSimulated = ({ livemode, account }: ApiCaller): boolean => !livemode && !account.hadAcquirer;
