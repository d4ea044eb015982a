/** Amounts that mean something in Sandbox, and how to stay clear of them. Minor units. */
export const DECLINES = [100_001, 100_005, 100_041, 100_051, 100_054, 100_059] as const;
export const CHALLENGE = 103_000;
export const CHALLENGE_DECLINED = 103_051;
export const LATE_SUCCESS = 104_000;
export const LATE_DECLINE = 104_051;
export const REFUND_DECLINED = 100_051;

/** Below the first amount with a meaning. */
const ORDINARY_FROM = 1_000;
const ORDINARY_SPAN = 98_000;

/** @param share 0 to just under 1 */
export const ordinaryAmount = (share: number): number => ORDINARY_FROM + Math.floor(share * ORDINARY_SPAN);

/** Numbers that pass the check digit; nobody's. */
export const CARDS = ["4111111111111111", "5555555555554444", "4242424242424242"] as const;
