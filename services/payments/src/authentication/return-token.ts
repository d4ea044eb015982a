import { createHash, createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";
import type { KeyRing } from "@flowlix/runtime";

export interface ReturnTokens {
  /** The token in the URL to which the provider sends the payer's browser back. */
  tokenFor(paymentId: string): string;
  /** Whether a hash is the hash of this Payment's token; in constant time. */
  matches(paymentId: string, tokenSha256: string): boolean;
}

/**
 * Return tokens are derived from the Payment's id with a key of this service alone, so that no table,
 * log or message ever holds one: the gateway sends the hash of what a browser brought.
 */
export function createReturnTokens(keys: KeyRing): ReturnTokens {
  // With a KeyObject a token takes a fifth of the time that a raw key takes; one is made per Payment.
  const active = createSecretKey(keys.active.key);
  const all = keys.all.map(({ key }) => createSecretKey(key));
  return {
    tokenFor: (paymentId) => derive(active, paymentId),
    matches: (paymentId, tokenSha256) => {
      const given = Buffer.from(tokenSha256, "hex");
      return all.some((key) => {
        const expected = createHash("sha256").update(derive(key, paymentId)).digest();
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
    },
  };
}

const derive = (key: KeyObject, paymentId: string): string =>
  createHmac("sha256", key).update(`return ${paymentId}`).digest("base64url");
