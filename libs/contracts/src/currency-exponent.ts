/** ISO 4217 currencies whose minor unit is not a hundredth; those that are gone but may stand in old records too. */
const OTHER_EXPONENTS: readonly (readonly [exponent: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [0, "ADP BEF BYB BYR ESP GRD ITL LUF MGF PTE TPE TRL"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  OTHER_EXPONENTS.flatMap(([exponent, codes]) => codes.split(" ").map((code) => [code, exponent] as const)),
);

const MOST = 2;

/**
 * Decimals of a currency, by ISO 4217 and not by how people like to write it (docs/design/decisions.md#hosted-amounts).
 * Takes the canonical code.
 */
export const currencyExponent = (currency: string): number => EXPONENTS.get(currency) ?? MOST;

const KNOWN: ReadonlySet<string> = new Set([...Intl.supportedValuesOf("currency"), ...EXPONENTS.keys()]);

/** Whether three letters are an ISO 4217 code, and so have a minor unit. Takes the canonical code. */
export const isCurrency = (currency: string): boolean => KNOWN.has(currency);

const PLAIN_DIGITS = /^([0-9]+)(?:[.,]([0-9]+))?$/;

/**
 * An amount as somebody types it into a search, in minor units: plain digits with at most the currency's
 * decimals after one point or comma (docs/design/decisions.md#list-parameters). Null for anything else, and
 * beyond 2^53-1.
 */
export function minorUnitsOf(text: string, currency: string): number | null {
  const [, whole, decimals = ""] = PLAIN_DIGITS.exec(text) ?? [];
  const exponent = currencyExponent(currency);
  if (whole === undefined || decimals.length > exponent) return null;
  const amount = Number(whole + decimals.padEnd(exponent, "0"));
  return Number.isSafeInteger(amount) ? amount : null;
}
