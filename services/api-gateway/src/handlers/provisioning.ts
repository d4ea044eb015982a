import { DomainError } from "@flowlix/runtime";
import type { ApiCaller } from "../access/api-caller.ts";

export interface ProvisioningDeps {
  /** Whether a provider of live mode is configured at all. */
  readonly liveProvider: boolean;
}

/**
 * Whether this merchant can give back what was paid: one that has or had an account at an acquirer can, since the
 * Payment's row names the account that it was paid over, and an account that was disabled still refunds.
 */
export const refundProvisioningRefusal = (deps: ProvisioningDeps, caller: ApiCaller): DomainError | null =>
  caller.account.hadAcquirer ? null : provisioningRefusal(deps, caller);

/**
 * Whether this merchant is ready at the provider of the key's mode: one with an active account at an acquirer is. The
 * refusal is answered, not thrown.
 */
export function provisioningRefusal(
  { liveProvider }: ProvisioningDeps,
  { account, livemode }: ApiCaller,
): DomainError | null {
  if (account.hasAcquirer || (account.provisioned && (!livemode || liveProvider))) return null;
  return new DomainError("merchant_not_provisioned");
}
