import { createHash } from "node:crypto";

/** Adyen takes keys of at most 64 characters (docs/acquirers/adyen.md#keys). */
const KEY_LENGTH_MAX = 64;
/** 128 bits of a hash, in base64url. */
const HASH_CHARACTERS = 22;

/** What a key is for. One reference has several operations, and Adyen replays a key whatever it is sent to. */
export type KeyedOperation = "authorise" | "details" | "refund" | "payout" | "reverse" | "cancel";

const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest("base64url").slice(0, HASH_CHARACTERS);

/**
 * The Idempotency-Key of a call, derived from what the call is and never chosen: the same step has the same key from
 * every process. `distinguishes` is what else makes it another step, such as the result that a payer brought back from
 * a challenge; it is hashed, so that the key tells nothing of it.
 */
export function idempotencyKeyOf(
  operation: KeyedOperation,
  reference: string,
  distinguishes?: string,
): string {
  const of = distinguishes === undefined ? "" : `.${hashOf(distinguishes)}`;
  const key = `${operation}.${reference}${of}`;
  return key.length <= KEY_LENGTH_MAX ? key : `${operation}.${hashOf(reference)}${of}`;
}
