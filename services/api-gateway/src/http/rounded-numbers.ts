import { endOfString, QUOTE } from "./json-strings.ts";

/** A number with decimals or an exponent, or a text in which something looks like one. */
const MAYBE_FRACTION = /[:,[]\s*-?[0-9]+[.eE]/;
const NUMBER = /-?[0-9][0-9.eE+-]*/g;
const PARTS = /^-?(?<whole>[0-9]+)(?:\.(?<decimals>[0-9]+))?(?:e(?<exponent>[+-]?[0-9]+))?$/i;

/**
 * The value of a JSON text with NaN in the place of each number that became whole by rounding alone, as
 * 4999.0000000000001 does: nobody is charged an amount that was not sent (docs/design/decisions.md#numbers). No schema
 * takes NaN. `value` is what JSON.parse made of the text. This is on the way of every create, so what can be read from
 * the text at a glance is (docs/design/measured-facts.md#micro-costs).
 */
export function withoutRoundedNumbers(text: string, value: unknown): unknown {
  if (!MAYBE_FRACTION.test(text) || !hasRoundedNumber(text)) return value;
  try {
    return JSON.parse(text, (_name: string, part: unknown, { source = "" }: { source?: string } = {}) =>
      typeof part === "number" && isRounded(source) ? Number.NaN : part,
    );
  } catch {
    // Nested deeper than functions may call each other, and so deeper than any schema.
    return value;
  }
}

/** Of a text that is JSON. */
function hasRoundedNumber(text: string): boolean {
  for (let from = 0; ;) {
    const quote = text.indexOf(QUOTE, from);
    const beforeString = text.slice(from, quote === -1 ? text.length : quote);
    for (const [number] of beforeString.matchAll(NUMBER)) if (isRounded(number)) return true;
    if (quote === -1) return false;
    from = endOfString(text, quote + 1) + 1;
  }
}

const isRounded = (source: string): boolean => Number.isInteger(Number(source)) && !isWhole(source);

/** Whether nothing but zeros is behind the decimal point, once it stands where the exponent puts it. */
function isWhole(source: string): boolean {
  const { whole = "", decimals = "", exponent = "0" } = PARTS.exec(source)?.groups ?? {};
  const digits = whole + decimals;
  return !/[1-9]/.test(digits.slice(Math.max(0, whole.length + Number(exponent))));
}
