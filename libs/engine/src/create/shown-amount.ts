/** From here on a number has the digits of a card number, which somebody may have sent in the wrong place. */
const TWELVE_DIGITS = 100_000_000_000;

/** An amount as an error repeats it (docs/design/decisions.md#explained-faults). */
export const shownAmount = (amount: number): string =>
  amount < TWELVE_DIGITS ? String(amount) : "a number of twelve digits or more";
