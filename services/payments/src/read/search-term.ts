import { isId } from "@flowlix/contracts";
import { wholeMatchesOf, wholeTermOf, type WholeMatch } from "@flowlix/engine";
import { foldEmail } from "./fold-email.ts";

/** One thing that a search may have meant; a Payment is found where any of them holds. */
export type SearchMatch =
  | { readonly by: "id"; readonly id: string }
  | { readonly by: "merchant_reference"; readonly reference: number }
  | { readonly by: "billing_email"; readonly folded: string }
  | WholeMatch;

const REFERENCE = /^[1-9][0-9]{9}$/;

/**
 * What a search may mean, all of it as a whole: nothing matches inside words
 * (docs/design/decisions.md#list-parameters). Empty where it can mean nothing at all.
 */
export function matchesOf(search: string, currencies: readonly string[]): SearchMatch[] {
  const term = wholeTermOf(search);
  if (isId("payment", term)) return [{ by: "id", id: term }];
  if (term.includes("@")) return [{ by: "billing_email", folded: foldEmail(term) }];
  const others = wholeMatchesOf(search, currencies);
  return REFERENCE.test(term) ? [{ by: "merchant_reference", reference: Number(term) }, ...others] : others;
}
