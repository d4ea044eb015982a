import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";

/** A ring of keys. Each of them may still verify; the active one makes new tokens. */
export interface TokenKeys {
  readonly active: { readonly id: string; readonly key: Buffer };
  readonly all: readonly { readonly id: string; readonly key: Buffer }[];
}

/** Tokens of one purpose, derived from a Payment's id: no table, log or message ever holds one. */
export interface PageTokens {
  /** Names the key that new tokens are made with. */
  readonly activeKeyId: string;
  /** Under the active key where none or one that is gone is named. */
  tokenFor(paymentId: string, keyId?: string): string;
  /** Whether a text is this Payment's token under any key of the ring; in constant time. */
  matches(paymentId: string, token: string): boolean;
}

/**
 * What opens a hosted Payment's page (`page`), and what its form has to carry (`form`): a token of one
 * purpose is none of the other. Only the gateway makes form tokens; the notifier has the key and makes page tokens
 * alone.
 */
export function createPageTokens({ active, all }: TokenKeys, purpose: "page" | "form"): PageTokens {
  const ring = new Map(all.map(({ id, key }) => [id, createSecretKey(key)]));
  const activeKey = createSecretKey(active.key);
  return {
    activeKeyId: active.id,
    tokenFor: (paymentId, keyId = active.id) => derive(ring.get(keyId) ?? activeKey, purpose, paymentId),
    matches: (paymentId, token) => {
      let found = false;
      // Every key is tried: how long it takes says nothing about which of them was right.
      for (const key of ring.values()) found = equal(derive(key, purpose, paymentId), token) || found;
      return found;
    },
  };
}

const derive = (key: KeyObject, purpose: string, paymentId: string): string =>
  createHmac("sha256", key).update(`${purpose} ${paymentId}`).digest("base64url");

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  // All tokens are of one length, so that the length of a wrong one is no secret.
  return a.length === b.length && timingSafeEqual(a, b);
}
