/** Digits, alone or in groups, enough for a card number; most lines have none. */
const DIGIT_RUN = /[0-9](?:[ -]?[0-9]){11,}/g;
const CARD_DIGITS_MIN = 12;
const CARD_DIGITS_MAX = 19;
/** Milliseconds since 1970: thirteen digits that begin with 1. No card number of that length does. */
const EPOCH_MS = /^1[0-9]{12}$/;
/** What stands before the digits after the point of a JSON number: a measured time, not a card. */
const FRACTION_OF = /[:[,]-?[0-9]{1,16}\.$/;
/** What stands before digits that continue a name, as in the names of migrations and of objects. */
const NAME_OF = /(?<!\\)[A-Za-z_]$/;
const BEFORE_LENGTH = 20;
/** First digits of the schemes we take: Mastercard 2 and 5, Amex, Diners and JCB 3, Visa 4, Maestro 5 and 6. */
const SCHEMES_FROM = 2;
const SCHEMES_TO = 6;

// Callers choose parts of a line, and none of them may make it slow: `make regexes` checks every expression.
const SECRET_NAMES =
  "authorization|cookie|set-cookie|x-api-key|api[-_]?key|control[-_]?token|token|password|secret|number|card_number|pan|cvc|cvv|cryptogram|" +
  "holder_name|sealed_instrument|acquirer-signature";
/** A member of that name at any depth, also inside a string that holds JSON. */
const SECRET_MEMBER = new RegExp(
  `(\\\\{0,7})"(${SECRET_NAMES})\\1"\\s*:\\s*(?:\\1"(?:[^"\\\\]|\\\\(?!")|(?!\\1")\\\\")*\\1"|[0-9.eE+-]+)`,
  "gi",
);
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi;
/** Neither part holds a slash, so that what is read from one `://` ends before the next. */
const USER_INFO = /(:\/\/[^\s:@/"]*):[^\s@/"]+@/g;
const API_KEY = /\b(api_(?:test|live)_sk_)[A-Za-z0-9]+/g;

/** Cheap to look for, and true of every line with such a member. */
const NAMES_SECRET = new RegExp(`"(?:${SECRET_NAMES})\\\\{0,7}"\\s*:`, "i");

/**
 * Takes out of a finished log line what must never be in one (docs/design/architecture.md#rule-11): values of members
 * that hold secrets, credentials in headers and URLs, API keys, and every run of digits with a card number in it,
 * wherever it stands. The line stays valid JSON.
 */
export function scrubLine(line: string): string {
  let rest = NAMES_SECRET.test(line) ? line.replace(SECRET_MEMBER, '$1"$2$1":$1"[redacted]$1"') : line;
  if (rest.includes("://")) rest = rest.replace(USER_INFO, "$1:[redacted]@");
  if (rest.includes("_sk_")) rest = rest.replace(API_KEY, "$1[redacted]");
  return scrubCardNumbers(rest.replace(BEARER, "$1 [redacted]"));
}

/**
 * Masks whole runs of digits in which a card number stands, with its neighbours: what is next to a
 * number is its expiry and its CVC. A number that was mistyped is mostly masked too, since some part of
 * it passes the check digit; that costs nothing.
 */
function scrubCardNumbers(line: string): string {
  return line.replace(DIGIT_RUN, (run, at: number) => {
    const before = line.slice(Math.max(0, at - BEFORE_LENGTH), at);
    const digits = run.replace(/[ -]/g, "");
    if (EPOCH_MS.test(run) || (run === digits && FRACTION_OF.test(before))) return run;
    // A name is checked as a whole: it is long and made of digits more often than it hides a number.
    const hides = NAME_OF.test(before) ? isCardNumber(digits) : holdsCardNumber(digits);
    if (!hides) return run;
    // Nines keep a bare number a number; no run of 12 to 19 nines passes the check digit.
    return run.replace(/[0-9]/g, /[:[,]-?$/.test(before) ? "9" : "*");
  });
}

const isCardNumber = (digits: string): boolean =>
  digits.length <= CARD_DIGITS_MAX && passesAt(digits, digits.length - 1, digits.length);

/** Whether any 12 to 19 neighbouring digits pass the check digit; 19 steps a digit at most. */
function holdsCardNumber(digits: string): boolean {
  if (isCardNumber(digits)) return true;
  for (let last = CARD_DIGITS_MIN - 1; last < digits.length; last += 1)
    if (passesAt(digits, last, CARD_DIGITS_MIN)) return true;
  return false;
}

/**
 * Whether a number of at least `shortest` digits that ends at `last` passes the check digit. Inside of
 * a longer run only what begins like a card of some scheme counts, or every long number would.
 */
function passesAt(digits: string, last: number, shortest: number): boolean {
  let sum = 0;
  const longest = Math.min(last + 1, CARD_DIGITS_MAX);
  for (let length = 1; length <= longest; length += 1) {
    const digit = digits.charCodeAt(last + 1 - length) - 48;
    const doubled = length % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
    if (length < shortest || sum % 10 !== 0) continue;
    if (length === digits.length || (digit >= SCHEMES_FROM && digit <= SCHEMES_TO)) return true;
  }
  return false;
}
