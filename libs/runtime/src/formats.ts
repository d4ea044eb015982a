import { isIP } from "node:net";
import { CARD_BRANDS, isCountry, RETURN_URL_PATTERN, WEBHOOK_URL_PATTERN } from "@flowlix/contracts";
import { fullFormats } from "ajv-formats/dist/formats.js";

const HOLDER_NAME_MAX = 255;
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;
/** As Unicode has it: JavaScript's own `\s` leaves U+0085 out and takes U+FEFF in. */
const NON_BLANK = /\P{White_Space}/u;
const CURRENCY_TEXT = /^\s*[A-Za-z]{3}\s*$/;
const E164 = /^\+[1-9][0-9]{1,14}$/;
const RETURN_URL = new RegExp(RETURN_URL_PATTERN);
const WEBHOOK_URL = new RegExp(WEBHOOK_URL_PATTERN);

/** No U+0000 and no ill-formed Unicode in any text (docs/design/decisions.md#text). */
export const isText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

/** Whether there is anything in it but white space. */
export const isNonblank = (text: string): boolean => NON_BLANK.test(text);

/** Nonblank; white space counts and is kept (docs/design/specification.md#merchant-customer-id). */
export const isNonblankText = (text: string): boolean => isText(text) && isNonblank(text);

/** 1 to 255 code points after trimming, no control characters (docs/design/decisions.md#holder-name). */
export function isHolderName(text: string): boolean {
  const name = text.trim();
  // A code point is at most two units: longer texts need no counting.
  if (name === "" || name.length > 2 * HOLDER_NAME_MAX || !isText(text) || CONTROL_CHARACTER.test(text))
    return false;
  return name.length <= HOLDER_NAME_MAX || Array.from(name).length <= HOLDER_NAME_MAX;
}

/** Three letters in any case, white space around them allowed (docs/design/specification.md#amounts-2). */
export const isCurrencyText = (text: string): boolean => CURRENCY_TEXT.test(text);

export const isE164 = (text: string): boolean => E164.test(text);

const BRAND_NAMES: ReadonlySet<string> = new Set(CARD_BRANDS);

/**
 * Brands are not case-sensitive; letters beyond ASCII that fold into them are none of theirs
 * (docs/design/decisions.md#list-answers).
 */
export const isCardBrand = (text: string): boolean =>
  /^[A-Za-z]+$/.test(text) && BRAND_NAMES.has(text.toLowerCase());

export const isEmailText = (text: string): boolean => isText(text) && matches(fullFormats.email, text);

/**
 * One literal address without a zone (docs/design/specification.md#customer-ip-address;
 * docs/design/decisions.md#ip-addresses).
 */
export const isIpLiteral = (text: string): boolean => !text.includes("%") && isIP(text) !== 0;

/** Absolute HTTPS URL with a host and without user info (docs/design/decisions.md#return-url). */
export const isReturnUrl = (text: string): boolean => RETURN_URL.test(text);

/**
 * The rules of URLs as far as a text says: absolute, of the web, with a host, without user info and fragment. Whether
 * its host may be connected to is for who connects (docs/design/decisions.md#webhook-urls).
 */
export const isWebhookUrl = (text: string): boolean => WEBHOOK_URL.test(text);

function matches(format: unknown, text: string): boolean {
  if (format instanceof RegExp) return format.test(text);
  return typeof format === "function" && format(text) === true;
}

/** Our own formats by the names that contracts use. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  text: isText,
  "nonblank-text": isNonblankText,
  "holder-name": isHolderName,
  "currency-text": isCurrencyText,
  country: isCountry,
  e164: isE164,
  "email-text": isEmailText,
  "card-brand": isCardBrand,
  // Its length and that it is not blank are search criteria, checked after the shape of all parameters.
  "search-text": isText,
  "ip-literal": isIpLiteral,
  "return-url": isReturnUrl,
  "webhook-url": isWebhookUrl,
};
