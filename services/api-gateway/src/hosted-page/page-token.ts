import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from "node:crypto";

/** A key that may still verify; the first one makes new tokens. */
interface TokenKeys {
  readonly active: { readonly id: string; readonly key: Buffer };
  readonly all: readonly { readonly id: string; readonly key: Buffer }[];
}

/**
 * What opens a hosted Payment's page, and what its form has to carry. Both are derived from the
 * Payment's id with a key that only the gateway has, so that no table, log or message ever holds one.
 */
export interface PageTokens {
  /** Names the key that new pages' tokens are made with. */
  readonly activeKeyId: string;
  /** The token in a page's URL; under the active key where none or one that is gone is named. */
  tokenFor(paymentId: string, keyId?: string): string;
  /** Whether a text is this Payment's token under any key of the ring; in constant time. */
  matches(paymentId: string, token: string): boolean;
  formTokenFor(paymentId: string): string;
  formTokenMatches(paymentId: string, token: string): boolean;
}

export function createPageTokens({ active, all }: TokenKeys): PageTokens {
  const ring = new Map(all.map(({ id, key }) => [id, createSecretKey(key)]));
  const activeKey = createSecretKey(active.key);
  const anyMatches = (purpose: string, paymentId: string, given: string): boolean => {
    let found = false;
    // Every key is tried: how long it takes says nothing about which of them was right.
    for (const key of ring.values()) found = equal(derive(key, purpose, paymentId), given) || found;
    return found;
  };
  return {
    activeKeyId: active.id,
    tokenFor: (paymentId, keyId = active.id) => derive(ring.get(keyId) ?? activeKey, "page", paymentId),
    matches: (paymentId, token) => anyMatches("page", paymentId, token),
    formTokenFor: (paymentId) => derive(activeKey, "form", paymentId),
    formTokenMatches: (paymentId, token) => anyMatches("form", paymentId, token),
  };
}

const derive = (key: KeyObject, purpose: string, paymentId: string): string =>
  createHmac("sha256", key).update(`${purpose} ${paymentId}`).digest("base64url");

function equal(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  // All tokens are of one length, so that the length of a wrong one is no secret.
  return a.length === b.length && timingSafeEqual(a, b);
}
