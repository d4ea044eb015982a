import { createHmac, timingSafeEqual } from "node:crypto";
import type { WireItem } from "./wire.ts";

/** What the signature of a standard webhook's item covers, in its order. Everything else of it decides nothing. */
export const signedTextOf = (item: Omit<WireItem, "additionalData">): string =>
  [
    item.pspReference,
    item.originalReference ?? "",
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(":");

/** HMAC-SHA-256 under a key in hexadecimal. */
const hmacOf = (key: string, signed: string | Buffer): Buffer =>
  createHmac("sha256", Buffer.from(key, "hex")).update(signed).digest();

const BASE64 = /^[A-Za-z0-9+/]{43}=$/;

/** Whether one of the keys made a signature in base64; compared in constant time. */
export function isSignedBy(keys: readonly string[], signed: string | Buffer, signature: string): boolean {
  if (!BASE64.test(signature)) return false;
  const given = Buffer.from(signature, "base64");
  return keys.map((key) => timingSafeEqual(hmacOf(key, signed), given)).includes(true);
}
