/** The month a card is good for, as printed on it. */
export interface CardExpiry {
  /** 1 to 12. */
  readonly exp_month: number;
  /** Four digits. */
  readonly exp_year: number;
}

/** The last place on Earth where a month ends is twelve hours behind UTC. */
const LAST_TIME_ZONE_MS = 12 * 60 * 60 * 1000;

/**
 * Whether the card's last month is over everywhere on Earth (docs/design/decisions.md#card-expiry): a card is good up
 * to the last millisecond of its month in UTC-12. `nowMs` is Unix time in milliseconds.
 */
export function isPastExpiry({ exp_month, exp_year }: CardExpiry, nowMs: number): boolean {
  // A month of Date.UTC counts from zero, so the printed month names the one after it.
  return nowMs >= Date.UTC(exp_year, exp_month, 1) + LAST_TIME_ZONE_MS;
}
