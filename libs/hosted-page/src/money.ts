import { currencyExponent } from "@flowlix/contracts";
import type { Language } from "./languages.ts";

type Decimal = `${number}`;

const DECIMAL = /^\d+(\.\d+)?$/;
const isDecimal = (text: string): text is Decimal => DECIMAL.test(text);

/**
 * An amount as its payer reads it: by the currency's ISO 4217 exponent, exactly, in the payer's
 * language. `amount` is in minor units.
 */
export function formatMoney(amount: number, currency: string, language: Language): string {
  const decimals = currencyExponent(currency);
  const format = new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // Text, because a number near 2^53 has no room for decimals.
  return format.format(decimalOf(amount, decimals));
}

function decimalOf(amount: number, decimals: number): Decimal {
  const digits = String(amount).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
  if (!isDecimal(text)) throw new Error("an amount must be a whole number of minor units");
  return text;
}
