import { idPattern, minorUnitsOf } from "@flowlix/contracts";
import { foldText } from "./fold-text.ts";

/** One thing that a search may have meant; a Payout is found where any of them holds. */
export type SearchMatch =
  /** A `like` pattern over the searched column; `indexed` where it has a trigram to find it by. */
  | { readonly by: "text"; readonly pattern: string; readonly indexed: boolean }
  | { readonly by: "id"; readonly folded: string }
  | { readonly by: "card_last4"; readonly last4: string }
  /** Minor units; the currency is that of the one filter there is. */
  | { readonly by: "amount"; readonly amount: number };

const PAYOUT_ID = new RegExp(idPattern("payout"), "i");
/** Trigrams are made of letters and digits. */
const TRIGRAM = /[\p{Alphabetic}\p{Number}]{3}/u;
const LAST4 = /^[0-9]{4}$/;

/**
 * What a search may mean, taken literally, white space included (docs/design/specification.md#list-payouts;
 * docs/design/decisions.md#list-parameters): text anywhere inside names and references, a whole ID, four digits of the
 * card, an amount.
 */
export function matchesOf(search: string, currencies: readonly string[]): SearchMatch[] {
  const text = foldText(search);
  const matches: SearchMatch[] = [{ by: "text", pattern: `%${escaped(text)}%`, indexed: TRIGRAM.test(text) }];
  // Ids are ASCII, and so is what looks like one: this folds as the database's index does.
  if (PAYOUT_ID.test(search)) matches.push({ by: "id", folded: search.toLowerCase() });
  if (LAST4.test(search)) matches.push({ by: "card_last4", last4: search });
  const [currency] = currencies;
  const amount = currency === undefined || currencies.length > 1 ? null : minorUnitsOf(search, currency);
  if (amount !== null) matches.push({ by: "amount", amount });
  return matches;
}

/** For `like … escape '\'`: its wildcards and its escape are letters like all others. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
