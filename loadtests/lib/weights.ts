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

/** For restarts: without payers' browsers, whose waits would hide them. */
export const STEADY_WEIGHTS = { direct: 60, declined: 5, refunded: 15, paidOut: 15, listed: 5 } as const;
