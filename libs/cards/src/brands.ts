import type { CardBrand } from "@flowlix/contracts";

/**
 * Issuer identification numbers by brand, as the schemes publish them: first and last prefix, both
 * included, of equal length. The first row that holds decides, so a narrower range stands before the
 * wider one it is cut out of. Length plays no part: it is the provider's business
 * (docs/design/decisions.md#card-number).
 */
export const IIN_RANGES: readonly (readonly [first: string, last: string, brand: CardBrand])[] = [
  ["34", "34", "amex"],
  ["37", "37", "amex"],
  ["300", "305", "diners"],
  ["3095", "3095", "diners"],
  ["36", "36", "diners"],
  ["38", "39", "diners"],
  ["3528", "3589", "jcb"],
  // Local schemes that are none of our brands, inside Visa's, Maestro's and Discover's space.
  ["506099", "506198", "unknown"], // Verve
  ["506699", "506778", "unknown"], // Elo
  ["508500", "508999", "unknown"], // RuPay
  ["509000", "509999", "unknown"], // Elo
  ["606985", "607984", "unknown"], // RuPay
  ["608001", "608500", "unknown"], // RuPay
  ["650002", "650027", "unknown"], // Verve
  ["652150", "653149", "unknown"], // RuPay
  ["4", "4", "visa"],
  ["51", "55", "mastercard"],
  ["2221", "2720", "mastercard"],
  ["6011", "6011", "discover"],
  ["644", "649", "discover"],
  ["65", "65", "discover"],
  ["62", "62", "unionpay"],
  ["8100", "8171", "unionpay"],
  ["50", "50", "maestro"],
  ["56", "58", "maestro"],
  ["6304", "6304", "maestro"],
  ["6390", "6390", "maestro"],
  ["67", "67", "maestro"],
];

const IIN_LENGTH = 6;

interface Range {
  readonly first: number;
  readonly last: number;
  readonly brand: CardBrand;
}

const ranges: readonly Range[] = IIN_RANGES.map(([first, last, brand]) => ({
  first: Number(first.padEnd(IIN_LENGTH, "0")),
  last: Number(last.padEnd(IIN_LENGTH, "9")),
  brand,
}));

/** The brand of a card number of at least six digits; `unknown` when no range holds it. */
export function brandOf(number: string): CardBrand {
  const iin = Number(number.slice(0, IIN_LENGTH));
  for (const range of ranges) {
    if (iin >= range.first && iin <= range.last) return range.brand;
  }
  return "unknown";
}
