import type { CardBrand } from "@flowlix/contracts";

/** What a form can tell a payer about a card by its brand before anybody is asked. */
export interface CardRule {
  /** As the card itself says it; null where we know none. */
  readonly label: string | null;
  /** Numbers of digits that the scheme issues, with both ends. */
  readonly digits: readonly number[];
  /** Numbers of digits of the security code. */
  readonly cvc: readonly number[];
  /** How the digits stand on the card; the last group takes the rest. */
  readonly groups: readonly number[];
}

const FOURS = [4, 4, 4, 4, 3] as const;
const upTo19From = (first: number): number[] =>
  Array.from({ length: 20 - first }, (_, index) => first + index);

/** Lengths as the schemes publish them (ISO/IEC 7812-1 ends at 19 digits; decisions §2 begins at 12). */
export const CARD_RULES: Readonly<Record<CardBrand, CardRule>> = {
  visa: { label: "Visa", digits: [13, 16, 19], cvc: [3], groups: FOURS },
  mastercard: { label: "Mastercard", digits: [16], cvc: [3], groups: FOURS },
  amex: { label: "American Express", digits: [15], cvc: [4], groups: [4, 6, 5] },
  discover: { label: "Discover", digits: upTo19From(16), cvc: [3], groups: FOURS },
  diners: { label: "Diners Club", digits: upTo19From(14), cvc: [3], groups: [4, 6, 4, 5] },
  jcb: { label: "JCB", digits: upTo19From(16), cvc: [3], groups: FOURS },
  unionpay: { label: "UnionPay", digits: upTo19From(16), cvc: [3], groups: FOURS },
  maestro: { label: "Maestro", digits: upTo19From(12), cvc: [3], groups: FOURS },
  unknown: { label: null, digits: upTo19From(12), cvc: [3, 4], groups: FOURS },
};
