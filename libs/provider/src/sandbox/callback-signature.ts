import { createHmac, timingSafeEqual } from "node:crypto";
import type { VerifyCallbacks } from "../adapter.ts";
import { parseJson } from "../http/parse-json.ts";
import { wireShapes } from "./wire.ts";

export const SIGNATURE_HEADER = "acquirer-signature";

/** A callback older or newer than this is a recorded one (or a clock that is wrong), and refused. */
const TOLERANCE_S = 300;

/** Bounds what is parsed and hashed for a header that anybody may send. */
const HEADER_LENGTH_MAX = 1024;
const SIGNATURES_MAX = 4;

interface SignatureHeader {
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

function parseHeader(header: string): SignatureHeader | null {
  if (header.length > HEADER_LENGTH_MAX) return null;
  let timestamp: string | null = null;
  const signatures: string[] = [];
  for (const part of header.split(",")) {
    const [name, value] = part.trim().split("=", 2);
    if (value === undefined) return null;
    if (name === "t" && timestamp !== null) return null;
    if (name === "t" && /^[0-9]{1,12}$/.test(value)) timestamp = value;
    if (name === "v1" && /^[0-9a-f]{64}$/.test(value)) signatures.push(value);
  }
  return timestamp === null || signatures.length > SIGNATURES_MAX ? null : { timestamp, signatures };
}

/** The signature a callback of this body carries: hex HMAC-SHA-256 over `{t}.{raw body}`. */
export const signatureOf = (secret: string, timestamp: string, rawBody: Buffer): Buffer =>
  createHmac("sha256", secret).update(`${timestamp}.`).update(rawBody).digest();

/**
 * Verifies callbacks of the sandbox acquirer by the raw body and the header
 * `acquirer-signature: t=<unix seconds>,v1=<hex>` (several v1 while its secret changes), in constant
 * time, with a tolerance of five minutes. `nowS` is Unix time in seconds; tests give their own.
 */
export function createSandboxCallbackVerifier(
  secret: string,
  nowS: () => number = () => Math.floor(Date.now() / 1000),
): VerifyCallbacks {
  if (secret === "") throw new Error("a callback secret must not be empty");
  const shapes = wireShapes();

  return (headers, rawBody) => {
    const header = headers[SIGNATURE_HEADER];
    const parsed = typeof header === "string" ? parseHeader(header) : null;
    if (parsed === null || Math.abs(nowS() - Number(parsed.timestamp)) > TOLERANCE_S) return null;
    const expected = signatureOf(secret, parsed.timestamp, rawBody);
    if (!parsed.signatures.some((signature) => timingSafeEqual(Buffer.from(signature, "hex"), expected)))
      return null;
    const body = parseJson(rawBody.toString("utf8"));
    if (!shapes.isCallback(body)) return null;
    const { callback_id: callbackId, kind, reference, state: claimedState, at } = body;
    return [{ callbackId, kind, reference, claimedState, at }];
  };
}
