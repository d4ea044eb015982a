import { hash, randomBytes } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const SECRET_LENGTH = 32;
/** The largest multiple of 62 in a byte: what lies above would favour the first letters. */
const FAIR_BYTES = 248;

const KEY_SHAPE = /^api_(?:test|live)_sk_[A-Za-z0-9]{32}$/;

export const isKeyText = (text: string): boolean => KEY_SHAPE.test(text);

/** A new API key: 190 random bits, shown once (docs/design/decisions.md#key-text). */
export function newKeyText(livemode: boolean): string {
  let secret = "";
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < FAIR_BYTES && secret.length < SECRET_LENGTH)
        secret += ALPHABET[byte % ALPHABET.length] ?? "";
    }
  }
  return `api_${livemode ? "live" : "test"}_sk_${secret}`;
}

/** What is stored of a key. */
export const hashOfKey = (text: string): Buffer => hash("sha256", text, "buffer");
