/**
 * The two outcomes that an amount chooses and no answer of the acquirer can carry, so that the adapter has to know the
 * amounts; see docs/decisions/0056 (docs/design/decisions.md#sandbox-payments).
 */

/** The acquirer executes, then drops the connection: the merchant's wish, no news about its health. */
const ANSWER_IS_LOST: ReadonlySet<number> = new Set([105_098]);

/** Seconds that the payer has for the challenge, where that is less than everybody else has. */
const ACTION_EXPIRES_IN_S: ReadonlyMap<number, number> = new Map([[103_098, 15]]);

export const losesItsAnswer = (amount: number): boolean => ANSWER_IS_LOST.has(amount);

export const actionExpiresInS = (amount: number): number | undefined => ACTION_EXPIRES_IN_S.get(amount);
