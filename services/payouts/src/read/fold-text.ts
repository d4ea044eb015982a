import type { PayoutRow } from "../payout/payout.entity.ts";

/**
 * Stands between the parts of a searched column; no folded text has it. A noncharacter of Unicode, as its neighbour.
 */
const SEPARATOR = "\uffff";
const NEIGHBOUR = "\ufffe";

/**
 * Text as it is stored for searching and as it is searched for: the same in any case, and literal in
 * everything else. JavaScript's own folding at both ends, so that no database's locale has a say. A sigma is
 * one letter wherever it stands: `toLowerCase` looks at its neighbours, which a part of a word has not.
 */
export const foldText = (text: string): string =>
  text.toLowerCase().replaceAll("ς", "σ").replaceAll(SEPARATOR, NEIGHBOUR);

/**
 * All that a search looks into: the recipient's name as one writes it, both names in a row, and the merchant
 * reference. No search reaches from one into the other.
 */
export function searchTextOf({
  first_name,
  last_name,
  merchant_reference,
}: Pick<PayoutRow, "first_name" | "last_name" | "merchant_reference">): string {
  const names = foldText(`${first_name} ${last_name}`);
  return merchant_reference === null ? names : `${names}${SEPARATOR}${merchant_reference}`;
}
