import { COUNTRY_CODES } from "../countries.ts";
import { SEARCH_LENGTH_MAX } from "../list-query.ts";
import { CARD_BRANDS } from "../payment-method.ts";

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

const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const IPV4 = `(?:${OCTET}\\.){3}${OCTET}`;
/** RFC 3986, section 3.2.2. */
function ipv6(): string {
  const group = "[0-9A-Fa-f]{1,4}";
  const last = `(?:${group}:${group}|${IPV4})`;
  const before = (most: number) => `(?:(?:${group}:){0,${most}}${group})?::`;
  return [
    `(?:${group}:){6}${last}`,
    `::(?:${group}:){5}${last}`,
    ...[4, 3, 2, 1, 0].map((after) => `${before(4 - after)}(?:${group}:){${after}}${last}`),
    `${before(5)}${group}`,
    before(6),
  ].join("|");
}

const LABEL = "(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)";
/** A name, whose last part is no number, or an IPv4 address. */
const HOST = `(?:(?:${LABEL}\\.)*[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?|${IPV4})`;
const PORT = "(?::(?:[0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?";
const characters = (more: string) => `(?:[A-Za-z0-9._~!$&'()*+,;=:@/${more}-]|%[0-9A-Fa-f]{2})*`;
const PATH = `(?:/${characters("")})?(?:\\?${characters("?")})?`;

const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
/** As ajv's format of that name. */
const EMAIL = `^${ATOM}(?:\\.${ATOM})*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\\.)+[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$`;

/**
 * What our own ajv formats mean in words that every reader of an OpenAPI document knows. They take what the API takes,
 * but for hosts of URLs that no shop has (an IPv6 address, an underscore, a name of another script), and for blanks
 * that make a card holder's name longer than 255 characters.
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
  "ip-literal": { pattern: `^(?:${IPV4}|${ipv6()})$` },
  "return-url": {
    format: "uri",
    pattern: `^${inAnyCase("https")}://${HOST}${PORT}${PATH}(?:#${characters("?")})?$`,
  },
  "webhook-url": { format: "uri", pattern: `^${inAnyCase("http")}[Ss]?://${HOST}${PORT}${PATH}$` },
};
