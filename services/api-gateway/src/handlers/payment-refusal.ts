import { DomainError } from "@flowlix/runtime";
import type { ApiCaller } from "../access/api-caller.ts";

export interface PaymentRefusalDeps {
  readonly acceptedCurrencies: ReadonlySet<string>;
  /** Whether a provider of live mode is configured at all. */
  readonly liveProvider: boolean;
}

/**
 * Why this merchant cannot create a Payment now, on either path: the account's state first, then the
 * money (decisions §1). `currency` is canonical. The error is answered, not thrown: a replay comes first.
 */
export function paymentRefusal(
  deps: PaymentRefusalDeps,
  caller: ApiCaller,
  currency: string,
): DomainError | null {
  const { account, livemode } = caller;
  if (!account.paymentsEnabled) return new DomainError("payment_acceptance_unavailable");
  if (!account.provisioned || (livemode && !deps.liveProvider))
    return new DomainError("merchant_not_provisioned");
  if (!deps.acceptedCurrencies.has(currency))
    return new DomainError("currency_not_supported", { param: "currency" });
  return null;
}
