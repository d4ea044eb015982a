import { brandOf, isCardNumber } from "@flowlix/cards";
import {
  PAYOUT_CARD_BRANDS,
  type CardBrand,
  type PayoutCardBrand,
  type PayoutRequest,
} from "@flowlix/contracts";
import { DomainError } from "@flowlix/runtime";
import type { ApiCaller } from "../access/api-caller.ts";
import { explainCurrency } from "../explain/explain-currency.ts";
import { provisioningRefusal, type ProvisioningDeps } from "./provisioning.ts";

export interface PayoutRefusalDeps extends ProvisioningDeps {
  readonly payoutCurrencies: ReadonlySet<string>;
}

const CARD_NUMBER = { param: "destination.card_number" };

/**
 * Why this merchant cannot create this Payout now: the account's state first, then the money
 * (docs/design/decisions.md#request-order). `currency` is canonical. The error is answered, not thrown: a replay comes
 * first.
 */
export function payoutRefusal(
  deps: PayoutRefusalDeps,
  caller: ApiCaller,
  { currency, destination }: Pick<PayoutRequest, "currency" | "destination">,
): DomainError | null {
  if (!caller.account.payoutsEnabled) return new DomainError("payout_submission_unavailable");
  const notReady = provisioningRefusal(deps, caller);
  if (notReady !== null) return notReady;
  if (!deps.payoutCurrencies.has(currency)) {
    const explanation = explainCurrency("Payouts", currency, deps.payoutCurrencies);
    return new DomainError("currency_not_supported", { param: "currency", explanation });
  }
  return cardRefusal(destination.card_number);
}

/**
 * Check digit and the brand's length, then whether payouts go to the brand at all (docs/design/decisions.md#payout).
 */
function cardRefusal(number: string): DomainError | null {
  if (!isCardNumber(number)) return new DomainError("invalid_card", CARD_NUMBER);
  return isPayoutBrand(brandOf(number)) ? null : new DomainError("unsupported_card", CARD_NUMBER);
}

const PAYOUT_BRANDS: ReadonlySet<string> = new Set(PAYOUT_CARD_BRANDS);

export const isPayoutBrand = (brand: CardBrand): brand is PayoutCardBrand => PAYOUT_BRANDS.has(brand);
