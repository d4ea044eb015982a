import type { Acquirer } from "../acquirer.ts";
import { adyenAcquirer } from "../adyen/adyen-acquirer.ts";
import { checkoutAcquirer } from "../checkout/checkout-acquirer.ts";

/** An acquirer that merchants have accounts at. */
// oxlint-disable-next-line typescript/no-explicit-any -- each has values of its own, which its schema has checked
export type AccountAcquirer = Acquirer<any, any>;

/**
 * Every acquirer that merchants have accounts at: a folder beside `sandbox`, and a line here. Rows, callback paths,
 * metrics and logs have the name, so it never changes. Tests add theirs.
 */
export const ACCOUNT_ACQUIRERS: Record<string, AccountAcquirer> = {
  checkout: checkoutAcquirer,
  adyen: adyenAcquirer,
};

export const accountAcquirer = (name: string): AccountAcquirer | undefined =>
  Object.hasOwn(ACCOUNT_ACQUIRERS, name) ? ACCOUNT_ACQUIRERS[name] : undefined;

/** Where the callbacks of an account come in, at the gateway. */
export const accountCallbackPath = (acquirer: string, accountId: string): string =>
  `/provider/${acquirer}/callbacks/${accountId}`;
