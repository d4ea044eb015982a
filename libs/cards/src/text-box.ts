import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import type { KeyRing } from "./key-ring.ts";

/** A text that could not be opened: its key is no longer in the ring, or it is not what was encrypted. */
export class TextBoxError extends Error {
  override readonly name = "TextBoxError";

  constructor(message = "a sealed text could not be opened") {
    super(message);
  }
}

/** What a text belongs to, in a fixed order; a box opens for nothing else. */
export type TextContext = readonly (string | boolean)[];

export interface TextBox {
  /** Encrypts under the ring's active key: `1.<key id>.<base64url>`. */
  encrypt(text: string, context: TextContext): string;
  /** Opens what any key of the ring encrypted for exactly this context. Errors: TextBoxError, without a reason. */
  open(box: string, context: TextContext): string;
}

const ALGORITHM = "aes-256-gcm";
const VERSION = "1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/**
 * Secrets at rest: AES-256-GCM under a subkey for each key of the ring. `format` names the use: a box of one use opens
 * for no other, even under one ring.
 */
export function createTextBox(ring: KeyRing, format: string): TextBox {
  const keys = new Map(ring.ids.map((id) => [id, subkeyOf(ring.byId(id), format)]));
  const bound = (keyId: string, context: TextContext): Buffer =>
    // A JSON array in fixed order is unambiguous.
    Buffer.from(JSON.stringify([format, keyId, ...context]), "utf8");
  return {
    encrypt: (text, context) => {
      const key = keys.get(ring.active.id);
      if (key === undefined) throw new TextBoxError("a ring without its active key");
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(bound(ring.active.id, context));
      const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      const box = Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url");
      return [VERSION, ring.active.id, box].join(".");
    },
    open: (text, context) => {
      const [version, keyId = "", encoded = ""] = text.split(".");
      const key = keys.get(keyId);
      const box = Buffer.from(encoded, "base64url");
      if (version !== VERSION || key === undefined || box.length < NONCE_BYTES + TAG_BYTES)
        throw new TextBoxError();
      try {
        const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(bound(keyId, context));
        decipher.setAuthTag(box.subarray(-TAG_BYTES));
        const encrypted = box.subarray(NONCE_BYTES, -TAG_BYTES);
        return decipher.update(encrypted, undefined, "utf8") + decipher.final("utf8");
      } catch {
        throw new TextBoxError();
      }
    },
  };
}

function subkeyOf(key: Buffer | undefined, format: string): KeyObject {
  if (key?.length !== KEY_BYTES) throw new TextBoxError(`a sealing key must have ${KEY_BYTES} bytes`);
  return createSecretKey(Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), format, KEY_BYTES)));
}
