import { SEARCH_LENGTH_MAX } from "./list-query.ts";
import { CARD_BRANDS } from "./payment-method.ts";

/**
 * What our own ajv formats mean in words that every reader of an OpenAPI document knows. A format says
 * less there than the API checks, never something else.
 */
export const PUBLIC_FORMATS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  text: { pattern: "^[^\\u0000]*$" },
  "nonblank-text": { pattern: "\\P{White_Space}" },
  "holder-name": {
    minLength: 1,
    pattern: "\\S",
    description: "1 to 255 characters after trimming, no control characters",
  },
  "currency-text": { pattern: "^\\s*[A-Za-z]{3}\\s*$" },
  country: { pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1 alpha-2, in any case" },
  e164: { pattern: "^\\+[1-9][0-9]{1,14}$" },
  "email-text": { format: "email" },
  "card-brand": {
    pattern: "^[A-Za-z]+$",
    description: `In any case: ${CARD_BRANDS.join(", ")}`,
  },
  "search-text": { minLength: 1, maxLength: SEARCH_LENGTH_MAX, pattern: "\\P{White_Space}" },
  "ip-literal": { description: "One literal IPv4 or IPv6 address, without a port or a zone" },
  "return-url": {
    format: "uri",
    pattern: "^[Hh][Tt][Tt][Pp][Ss]://",
    description: "Absolute HTTPS URL without user info",
  },
  "webhook-url": { format: "uri", pattern: "^[Hh][Tt][Tt][Pp][Ss]?://[^#]+$" },
};
