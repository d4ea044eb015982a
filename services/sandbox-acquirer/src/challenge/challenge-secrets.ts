import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** What a challenge keeps from everyone but its payer. */
export interface ChallengeSecrets {
  /** The token in a reference's challenge address: 256 bits, unguessable, always the same. */
  tokenOf(reference: string): string;
  /** What is stored of a token. */
  hashOf(token: string): Buffer;
  encryptReturnUrl(reference: string, url: string): Buffer;
  /** Throws when the box is not this reference's, or was encrypted under another API key. */
  openReturnUrl(reference: string, box: Buffer): string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Derives everything from the API key, so that the table alone opens nothing: the token is stored
 * hashed yet can be shown again by a read, and the return address, which carries a token of the
 * merchant's, is stored encrypted.
 */
export function createChallengeSecrets(apiKey: string): ChallengeSecrets {
  const subkey = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", apiKey, "", `sandbox-acquirer ${purpose}`, KEY_BYTES));
  const tokenKey = subkey("challenge token");
  const returnUrlKey = subkey("return url");

  return {
    tokenOf: (reference) => createHmac("sha256", tokenKey).update(reference).digest("base64url"),
    hashOf: (token) => createHash("sha256").update(token).digest(),

    encryptReturnUrl(reference, url) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", returnUrlKey, nonce).setAAD(Buffer.from(reference));
      return Buffer.concat([nonce, cipher.update(url, "utf8"), cipher.final(), cipher.getAuthTag()]);
    },

    openReturnUrl(reference, box) {
      const decipher = createDecipheriv("aes-256-gcm", returnUrlKey, box.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(reference)).setAuthTag(box.subarray(-TAG_BYTES));
      return Buffer.concat([
        decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString("utf8");
    },
  };
}
