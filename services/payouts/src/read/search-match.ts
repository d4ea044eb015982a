import { idPattern } from "@flowlix/contracts";
import { wholeMatchesOf, wholeTermOf, type WholeMatch } from "@flowlix/engine";
import { foldText } from "./fold-text.ts";

/** One thing that a search may have meant; a Payout is found where any of them holds. */
export type SearchMatch =
  /** A `like` pattern over the searched column; `indexed` where it has a trigram to find it by. */
  | { readonly by: "text"; readonly pattern: string; readonly indexed: boolean }
  | { readonly by: "id"; readonly folded: string }
  | WholeMatch;

const PAYOUT_ID = new RegExp(idPattern("payout"), "i");
/** Trigrams are made of letters and digits. */
const TRIGRAM = /[\p{Alphabetic}\p{Number}]{3}/u;

/**
 * What a search may mean (docs/design/specification.md#list-payouts; docs/design/decisions.md#list-parameters): text
 * anywhere inside names and references, taken literally with its white space, or as a whole an ID, four digits of the
 * card, an amount.
 */
export function matchesOf(search: string, currencies: readonly string[]): SearchMatch[] {
  const text = foldText(search);
  const matches: SearchMatch[] = [{ by: "text", pattern: `%${escaped(text)}%`, indexed: TRIGRAM.test(text) }];
  const term = wholeTermOf(search);
  // Ids are ASCII, and so is what looks like one: this folds as the database's index does.
  if (PAYOUT_ID.test(term)) matches.push({ by: "id", folded: term.toLowerCase() });
  return [...matches, ...wholeMatchesOf(search, currencies)];
}

/** For `like … escape '\'`: its wildcards and its escape are letters like all others. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
