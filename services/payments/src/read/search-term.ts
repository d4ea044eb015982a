import { isId, minorUnitsOf } from "@flowlix/contracts";
import { foldEmail } from "./fold-email.ts";

/** One thing that a search may have meant; a Payment is found where any of them holds. */
export type SearchMatch =
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "merchant_reference"; readonly reference: number }
  | { readonly by: "billing_email"; readonly folded: string }
  | { readonly by: "card_last4"; readonly last4: string }
  /** Minor units; the currency is that of the one filter there is. */
  | { readonly by: "amount"; readonly amount: number };

const REFERENCE = /^[1-9][0-9]{9}$/;
const LAST4 = /^[0-9]{4}$/;

/**
 * What a search may mean, white space around it apart: nothing matches inside words
 * (docs/design/decisions.md#list-parameters). Empty where it can mean nothing at all.
 */
export function matchesOf(search: string, currencies: readonly string[]): SearchMatch[] {
  const term = search.trim();
  if (isId("payment", term)) return [{ by: "id", id: term }];
  if (term.includes("@")) return [{ by: "billing_email", folded: foldEmail(term) }];
  const matches: SearchMatch[] = [];
  if (REFERENCE.test(term)) matches.push({ by: "merchant_reference", reference: Number(term) });
  if (LAST4.test(term)) matches.push({ by: "card_last4", last4: term });
  const [currency] = currencies;
  const amount = currency === undefined || currencies.length > 1 ? null : minorUnitsOf(term, currency);
  if (amount !== null) matches.push({ by: "amount", amount });
  return matches;
}
