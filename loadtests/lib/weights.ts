/** How often which journey is made, out of a hundred. */
export const MIXED_WEIGHTS = {
  direct: 44,
  wallet: 5,
  declined: 8,
  challenged: 8,
  late: 4,
  onPage: 8,
  refunded: 9,
  refundRefused: 2,
  paidOut: 7,
  listed: 5,
} as const;

/** Without payers' browsers and their waits: what a service's restart is met by. */
export const STEADY_WEIGHTS = { direct: 60, declined: 5, refunded: 15, paidOut: 15, listed: 5 } as const;
