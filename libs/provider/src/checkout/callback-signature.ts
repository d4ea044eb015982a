import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "@flowlix/contracts";
import type { VerifyCallbacks } from "../adapter.ts";
import type { CallbackKind } from "../evidence.ts";
import { orderNamed } from "../order-reference.ts";
import { reversedBy } from "./idempotency-key.ts";
import { parseAnswer } from "./reading.ts";
import { wireShapes } from "./wire.ts";

export const SIGNATURE_HEADER = "cko-signature";

/** An event is a few kilobytes; no more is hashed or parsed for a header that anybody may send. */
const BODY_BYTES_MAX = 64 * 1024;
const SIGNATURE = /^[0-9A-Fa-f]{64}$/;

/** Hex HMAC-SHA-256 of the raw body. */
export const signatureOf = (key: string, rawBody: Buffer): Buffer =>
  createHmac("sha256", key).update(rawBody).digest();

/** Whose a reference of ours is; null for one that is none. */
function kindOf(reference: string): CallbackKind | null {
  if (isId("payment", orderNamed(reference).id)) return "order";
  if (isId("refund", reference)) return "refund";
  return isId("payout", reference) ? "payout" : null;
}

/**
 * Verifies events of Checkout.com by the raw body under any of the keys, in constant time. No time is signed: an old
 * event cannot be refused by its age, and is harmless, since it is only a reason to read the payment. An event about
 * nothing of ours is taken and forgotten.
 */
export function createCheckoutCallbackVerifier(keys: readonly string[]): VerifyCallbacks {
  if (keys.length === 0 || keys.includes("")) throw new Error("a key of callbacks must not be empty");
  const { isEvent } = wireShapes();
  return (headers, rawBody) => {
    const header = headers[SIGNATURE_HEADER];
    if (typeof header !== "string" || !SIGNATURE.test(header) || rawBody.length > BODY_BYTES_MAX) return null;
    const given = Buffer.from(header, "hex");
    // Each is compared, whichever fits.
    const fitting = keys.filter((key) => timingSafeEqual(given, signatureOf(key, rawBody)));
    if (fitting.length === 0) return null;
    const event = parseAnswer(rawBody.toString("utf8"));
    if (!isEvent(event)) return null;
    const named = event.data.reference ?? "";
    const reference = reversedBy(named) ?? named;
    const kind = kindOf(reference);
    const at = Math.floor(Date.parse(event.created_on) / 1_000);
    if (kind === null || !Number.isSafeInteger(at) || at < 0) return [];
    return [{ callbackId: event.id, kind, reference, claimedState: event.type, at }];
  };
}
