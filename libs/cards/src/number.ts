const ASCII_ZERO = 48;

/**
 * Whether the last digit of a card number is the check digit of the others (ISO/IEC 7812-1, annex B).
 * Takes ASCII digits only, as validation at the edge guarantees; anything else, or nothing, is false.
 */
export function luhnValid(number: string): boolean {
  let sum = 0;
  let doubled = false;
  for (let at = number.length - 1; at >= 0; at -= 1) {
    const digit = number.charCodeAt(at) - ASCII_ZERO;
    if (digit < 0 || digit > 9) return false;
    const weighted = doubled ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
    doubled = !doubled;
  }
  return number.length > 0 && sum % 10 === 0;
}

/**
 * The last four digits: with the brand, all that may be shown or kept of a number
 * (docs/design/architecture.md#rule-11).
 */
export const last4 = (number: string): string => number.slice(-4);
