import { Type } from "typebox";

/**
 * Minor units of the currency. The specification says int64; JSON numbers are exact to 2^53-1, and
 * anything beyond is refused (docs/design/decisions.md#numbers).
 */
export const Amount = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "Amount in minor units of the currency",
  examples: [4999],
});

export const NonNegativeAmount = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: "Amount in minor units of the currency",
});

/** Canonical ISO 4217 code, as every response carries it (docs/design/specification.md#amounts-2). */
export const Currency = Type.String({
  pattern: "^[A-Z]{3}$",
  description: "ISO 4217 code in upper case",
  examples: ["EUR"],
});

/** Currency as a merchant may send it; `canonicalCurrency` makes the canonical form of it. */
export const CurrencyInput = Type.String({
  minLength: 3,
  maxLength: 16,
  format: "currency-text",
  description: "Three letters of ISO 4217 in any case, optionally surrounded by white space",
  examples: ["EUR"],
});

export const canonicalCurrency = (text: string): string => text.trim().toUpperCase();

/** Exactly ten decimal digits; gives no idempotency (docs/design/specification.md#merchantreference). */
export const MerchantReference = Type.Integer({
  minimum: 1_000_000_000,
  maximum: 9_999_999_999,
  description: "Your own number of the object, of exactly ten digits and not beginning with 0",
  examples: [1000000042],
});
