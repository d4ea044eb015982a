import { currencyExponent, isCurrency } from "@flowlix/contracts";

const DECIMAL = /^(?<sign>-?)(?<whole>[0-9]{1,15})(?:\.(?<decimals>[0-9]{0,6}))?$/;

/**
 * Minor units of a decimal amount as reports have it: digits with a point, a minus before them. Null for anything else:
 * a separator of thousands, more decimals than the currency has (zeros after them aside), a currency that is none, a
 * number that is not exact. No binary fraction is made on the way: 1.15 is 115.
 */
export function minorUnitsOfDecimal(text: string, currency: string): number | null {
  const { sign = "", whole, decimals = "" } = DECIMAL.exec(text)?.groups ?? {};
  if (whole === undefined || !isCurrency(currency)) return null;
  const exponent = currencyExponent(currency);
  const fraction = decimals.padEnd(exponent, "0");
  if (!isOnlyZeros(fraction.slice(exponent))) return null;
  const units = Number(whole + fraction.slice(0, exponent));
  if (!Number.isSafeInteger(units)) return null;
  return sign === "-" && units !== 0 ? -units : units;
}

const isOnlyZeros = (digits: string): boolean => /^0*$/.test(digits);
