import type { CardBrand } from "@flowlix/contracts";
import { brandOf } from "./brands.ts";
import { luhnValid } from "./number.ts";

const upTo19From = (first: number): number[] =>
  Array.from({ length: 20 - first }, (_, index) => first + index);

/**
 * Numbers of digits that each scheme issues, as the schemes publish them. ISO/IEC 7812-1 ends at 19 digits; we begin at
 * 12 (docs/design/decisions.md#card-number).
 */
export const NUMBER_LENGTHS: Readonly<Record<CardBrand, readonly number[]>> = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  discover: upTo19From(16),
  diners: upTo19From(14),
  jcb: upTo19From(16),
  unionpay: upTo19From(16),
  maestro: upTo19From(12),
  unknown: upTo19From(12),
};

/** Whether digits can be a card's number: as many as its brand has, the last one their check digit. */
export const isCardNumber = (digits: string): boolean =>
  luhnValid(digits) && NUMBER_LENGTHS[brandOf(digits)].includes(digits.length);
