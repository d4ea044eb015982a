import { NUMBER_LENGTHS } from "@flowlix/cards";
import type { CardBrand } from "@flowlix/contracts";

/** What a form can say about a card by its brand alone. */
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

export const CARD_RULES: Readonly<Record<CardBrand, CardRule>> = {
  visa: { label: "Visa", digits: NUMBER_LENGTHS.visa, cvc: [3], groups: FOURS },
  mastercard: { label: "Mastercard", digits: NUMBER_LENGTHS.mastercard, cvc: [3], groups: FOURS },
  amex: { label: "American Express", digits: NUMBER_LENGTHS.amex, cvc: [4], groups: [4, 6, 5] },
  discover: { label: "Discover", digits: NUMBER_LENGTHS.discover, cvc: [3], groups: FOURS },
  diners: { label: "Diners Club", digits: NUMBER_LENGTHS.diners, cvc: [3], groups: [4, 6, 4, 5] },
  jcb: { label: "JCB", digits: NUMBER_LENGTHS.jcb, cvc: [3], groups: FOURS },
  unionpay: { label: "UnionPay", digits: NUMBER_LENGTHS.unionpay, cvc: [3], groups: FOURS },
  maestro: { label: "Maestro", digits: NUMBER_LENGTHS.maestro, cvc: [3], groups: FOURS },
  unknown: { label: null, digits: NUMBER_LENGTHS.unknown, cvc: [3, 4], groups: FOURS },
};
