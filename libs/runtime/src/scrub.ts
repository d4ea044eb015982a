/** Digits of a card number, alone or in groups; cheap to look for, and most lines have none. */
const DIGIT_RUN = /(?:[0-9][ -]?){11,}[0-9]/g;
const CARD_DIGITS_MIN = 12;
const CARD_DIGITS_MAX = 19;
/** Milliseconds since 1970 have 13 digits, and every tenth of them passes the check digit. */
const EPOCH_MS_DIGITS = 13;

// Every repetition below is bounded or ends at the first character that does not fit: callers choose
// parts of a line, and none of them may make it slow.
const SECRET_NAMES =
  "authorization|cookie|set-cookie|x-api-key|api[-_]?key|control[-_]?token|token|password|secret|number|card_number|pan|cvc|cvv|cryptogram|" +
  "holder_name|sealed_instrument|acquirer-signature";
/** A member of that name at any depth, also inside a string that holds JSON. */
const SECRET_MEMBER = new RegExp(
  `(\\\\{0,7})"(${SECRET_NAMES})\\1"\\s*:\\s*(?:\\1"(?:[^"\\\\]|\\\\(?!")|(?!\\1")\\\\")*\\1"|[0-9.eE+-]+)`,
  "gi",
);
const BEARER = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{6,}/gi;
const USER_INFO = /([a-z][a-z0-9+.-]{0,20}:\/\/[^\s:@/"]{0,255}):[^\s@/"]{1,1024}@/gi;

const HINT = /[0-9](?:[ -]?[0-9]){11}|"\s*:|bearer|basic|:\/\//i;

/**
 * Takes out of a finished log line what must never be in one (architecture §2 rule 11): values of
 * members that hold secrets, credentials in headers and URLs, and every run of 12 to 19 digits that
 * passes the check digit of card numbers, wherever it stands. The line stays valid JSON.
 */
export function scrubLine(line: string): string {
  if (!HINT.test(line)) return line;
  return scrubCardNumbers(
    line
      .replace(SECRET_MEMBER, '$1"$2$1":$1"[redacted]$1"')
      .replace(BEARER, "$1 [redacted]")
      .replace(USER_INFO, "$1:[redacted]@"),
  );
}

/** Masks runs of 12 to 19 digits that pass the check digit. */
export function scrubCardNumbers(line: string): string {
  return line.replace(DIGIT_RUN, (run, at: number) => {
    const digits = run.replace(/[ -]/g, "");
    if (!holdsCardNumber(digits)) return run;
    const before = line.slice(Math.max(0, at - 3), at);
    if (digits.length === EPOCH_MS_DIGITS && /(?<!\\)":$/.test(before)) return run;
    // Nines keep a bare number a number; no run of nines passes the check digit.
    return run.replace(/[0-9]/g, /[:[,]$/.test(before) ? "9" : "*");
  });
}

/** A longer run may hide a number between other digits; shorter windows of it are not looked at. */
function holdsCardNumber(digits: string): boolean {
  if (digits.length <= CARD_DIGITS_MAX) return digits.length >= CARD_DIGITS_MIN && passesLuhn(digits);
  return false;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
