import { DomainError } from "@flowlix/runtime";
import { endOfString, QUOTE } from "./json-strings.ts";

/** A number with decimals or an exponent, or a text in which something looks like one. */
const MAYBE_FRACTION = /[:,[]\s*-?[0-9]+[.eE]/;
const NUMBER = /-?[0-9][0-9.eE+-]*/g;
const PARTS = /^-?(?<whole>[0-9]+)(?:\.(?<decimals>[0-9]+))?(?:e(?<exponent>[+-]?[0-9]+))?$/i;

/**
 * The value of a JSON text with NaN in the place of each number that became whole by rounding alone, as
 * 4999.0000000000001 does: nobody is charged an amount that was not sent (docs/design/decisions.md#numbers). No schema
 * takes NaN. `value` is what JSON.parse made of the text. This is on the way of every create, so what can be read from
 * the text at a glance is (docs/design/measured-facts.md#micro-costs). Errors: request_body_invalid, where such a
 * number is in a text that is nested deeper than any request.
 */
export function withoutRoundedNumbers(text: string, value: unknown): unknown {
  if (!MAYBE_FRACTION.test(text)) return value;
  const rounded = roundedIn(text);
  if (rounded.size === 0) return value;
  try {
    return JSON.parse(text, (_name: string, part: unknown, { source = "" }: { source?: string } = {}) =>
      typeof part === "number" && rounded.has(source) ? Number.NaN : part,
    );
  } catch {
    // JSON.parse with a function calls itself for each level, and without one it does not.
    throw new DomainError("request_body_invalid", {
      explanation: "The body is nested deeper than any request is.",
    });
  }
}

/** Of a text that is JSON, as they are written. */
function roundedIn(text: string): ReadonlySet<string> {
  const rounded = new Set<string>();
  for (let from = 0; ;) {
    const quote = text.indexOf(QUOTE, from);
    const beforeString = text.slice(from, quote === -1 ? text.length : quote);
    for (const [number] of beforeString.matchAll(NUMBER)) if (isRounded(number)) rounded.add(number);
    if (quote === -1) return rounded;
    from = endOfString(text, quote + 1) + 1;
  }
}

const isRounded = (source: string): boolean =>
  !/^-?[0-9]+$/.test(source) && Number.isInteger(Number(source)) && !isWhole(source);

/** Whether nothing but zeros is behind the decimal point, once it stands where the exponent puts it. */
function isWhole(source: string): boolean {
  const { whole = "", decimals = "", exponent = "0" } = PARTS.exec(source)?.groups ?? {};
  const digits = whole + decimals;
  return !/[1-9]/.test(digits.slice(Math.max(0, whole.length + Number(exponent))));
}
