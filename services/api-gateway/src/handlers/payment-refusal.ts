import { DomainError } from "@flowlix/runtime";
import type { ApiCaller } from "../access/api-caller.ts";
import { explainCurrency } from "../explain/explain-currency.ts";
import { provisioningRefusal, type ProvisioningDeps } from "./provisioning.ts";

export interface PaymentRefusalDeps extends ProvisioningDeps {
  readonly acceptedCurrencies: ReadonlySet<string>;
}

/**
 * Why this merchant cannot create a Payment now, on either path: the account's state first, then the
 * money (docs/design/decisions.md#request-order). `currency` is canonical. The error is answered, not thrown: a replay
 * comes first.
 */
export function paymentRefusal(
  deps: PaymentRefusalDeps,
  caller: ApiCaller,
  currency: string,
): DomainError | null {
  if (!caller.account.paymentsEnabled) return new DomainError("payment_acceptance_unavailable");
  const notReady = provisioningRefusal(deps, caller);
  if (notReady !== null) return notReady;
  if (!deps.acceptedCurrencies.has(currency)) {
    const explanation = explainCurrency("Payments", currency, deps.acceptedCurrencies);
    return new DomainError("currency_not_supported", { param: "currency", explanation });
  }
  return null;
}
