/** What is done under a key. */
export type KeyedOperation = "payment" | "refund" | "reversal" | "payout";

/**
 * Of the reference and of the operation, so that no two requests of one object ever share a key, and a repeated request
 * has the one it had. Checkout.com keeps a key for 24 hours, and only with an answer of 2xx: it is a second line of
 * defence, and never a reason to send anything twice.
 */
export const idempotencyKeyOf = (operation: KeyedOperation, reference: string): string =>
  `${operation}-${reference}`;

const REVERSAL = "-reversal";

/** What a charge's giving back is called, beside its refunds. */
export const reversalReferenceOf = (reference: string): string => `${reference}${REVERSAL}`;

/** The charge of a giving back; null for any other reference. */
export const reversedBy = (reference: string): string | null =>
  reference.endsWith(REVERSAL) ? reference.slice(0, -REVERSAL.length) : null;
