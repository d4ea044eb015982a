import { IPV4, IPV6 } from "../address-patterns.ts";
import { COUNTRY_CODES } from "../countries.ts";
import { SEARCH_LENGTH_MAX } from "../list-query.ts";
import { CARD_BRANDS } from "../payment-method.ts";
import { RETURN_URL_PATTERN, WEBHOOK_URL_PATTERN } from "../url-patterns.ts";

/*
 * Only what every engine of regular expressions reads: no `\p{…}`, no look-around, no flags, and `\s` not either, which
 * each engine takes for other characters.
 */

/** Unicode's property White_Space, as the inside of a class. */
const WHITE_SPACE = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
/** What JavaScript's `trim` and `\s` take for white space. */
const TRIMMED = "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const CONTROLS = "\\u0000-\\u001f\\u007f-\\u009f";
/** Of those that are trimmed, what is no control character. */
const BLANKS = " \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";

const NONBLANK = `^[${WHITE_SPACE}]*[^\\u0000${WHITE_SPACE}][^\\u0000]*$`;

const HOLDER_NAME_MAX = 255;

const inAnyCase = (word: string): string =>
  Array.from(word, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join("");

/** Two letters of a list, in any case, grouped by the first. */
function codes(list: readonly string[]): string {
  const groups = [...Map.groupBy(list, (code) => code.slice(0, 1))].map(([first, ofFirst]) => {
    const second = ofFirst.map((code) => code.slice(1)).join("");
    return `${inAnyCase(first)}[${second}${second.toLowerCase()}]`;
  });
  return `^(?:${groups.join("|")})$`;
}

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** As ajv's format of that name. */
const EMAIL = `^${ATOM}(?:\\.${ATOM})*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$`;

/**
 * What our own ajv formats mean in words that every reader of an OpenAPI document knows. They take what the API takes,
 * but for half of a surrogate pair, and for blanks that make a card holder's name longer than 255 characters
 * (docs/decisions/0089-a-document-that-tools-like.md).
 */
export const PUBLIC_FORMATS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  text: { pattern: "^[^\\u0000]*$" },
  "nonblank-text": { pattern: NONBLANK },
  "holder-name": {
    minLength: 1,
    maxLength: HOLDER_NAME_MAX,
    pattern: `^[${BLANKS}]*[^${CONTROLS}${BLANKS}][^${CONTROLS}]*$`,
  },
  "currency-text": { pattern: `^[${TRIMMED}]*[A-Za-z]{3}[${TRIMMED}]*$` },
  country: { pattern: codes(COUNTRY_CODES) },
  e164: { pattern: "^\\+[1-9][0-9]{1,14}$" },
  "email-text": { format: "email", pattern: EMAIL },
  "card-brand": { pattern: `^(?:${CARD_BRANDS.map(inAnyCase).join("|")})$` },
  "search-text": { minLength: 1, maxLength: SEARCH_LENGTH_MAX, pattern: NONBLANK },
  "ip-literal": { pattern: `^(?:${IPV4}|${IPV6})$` },
  "return-url": { format: "uri", pattern: RETURN_URL_PATTERN },
  "webhook-url": { format: "uri", pattern: WEBHOOK_URL_PATTERN },
};
