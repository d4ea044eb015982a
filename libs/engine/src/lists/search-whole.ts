import { minorUnitsOf } from "@flowlix/contracts";

/** What a search may mean in every list. */
export type WholeMatch =
  | { readonly by: "card_last4"; readonly last4: string }
  /** Minor units; the currency is that of the one filter there is. */
  | { readonly by: "amount"; readonly amount: number };

const LAST4 = /^[0-9]{4}$/;

/** What is searched for as a whole: white space around it is left aside (docs/design/decisions.md#list-parameters). */
export const wholeTermOf = (search: string): string => search.trim();

/** The card's last four digits and an amount, either of which is matched whole. */
export function wholeMatchesOf(search: string, currencies: readonly string[]): WholeMatch[] {
  const term = wholeTermOf(search);
  const matches: WholeMatch[] = LAST4.test(term) ? [{ by: "card_last4", last4: term }] : [];
  const [currency] = currencies;
  const amount = currency === undefined || currencies.length > 1 ? null : minorUnitsOf(term, currency);
  return amount === null ? matches : [...matches, { by: "amount", amount }];
}
