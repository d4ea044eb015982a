import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from "node:crypto";
import type { KeyRing } from "@flowlix/runtime";

/** Whose secret it is; a box opens for nobody else. */
export interface SecretContext {
  readonly endpoint_id: string;
  readonly merchant_id: string;
  readonly livemode: boolean;
}

/** A secret that could not be opened: its key is no longer in the ring, or it is not what was encrypted. */
export class SecretBoxError extends Error {
  override readonly name = "SecretBoxError";

  constructor() {
    super("an endpoint's secret could not be opened");
  }
}

export interface SecretBox {
  /** Encrypts under the ring's active key: `1.<key id>.<base64url>`. */
  encrypt(secret: string, context: SecretContext): string;
  /** Errors: SecretBoxError, without a reason. */
  open(box: string, context: SecretContext): string;
}

const ALGORITHM = "aes-256-gcm";
const FORMAT = "flowlix webhook secret 1";
const VERSION = "1";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export const SECRET_PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new secret as the Standard Webhooks specification writes it. */
export const newSecret = (): string => `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString("base64")}`;

/** Secrets of endpoints at rest: AES-256-GCM, under a subkey of their own for each key of the ring. */
export function createSecretBox(ring: KeyRing): SecretBox {
  const keys = new Map(ring.all.map(({ id, key }) => [id, subkeyOf(key)]));
  return {
    encrypt: (secret, context) => {
      const key = keys.get(ring.active.id);
      if (key === undefined) throw new SecretBoxError();
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(associatedData(ring.active.id, context));
      const encrypted = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      const box = Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url");
      return [VERSION, ring.active.id, box].join(".");
    },
    open: (text, context) => {
      const [version, keyId = "", encoded = ""] = text.split(".");
      const key = keys.get(keyId);
      const box = Buffer.from(encoded, "base64url");
      if (version !== VERSION || key === undefined || box.length < NONCE_BYTES + TAG_BYTES)
        throw new SecretBoxError();
      try {
        const nonce = box.subarray(0, NONCE_BYTES);
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(associatedData(keyId, context));
        decipher.setAuthTag(box.subarray(-TAG_BYTES));
        return (
          decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
        );
      } catch {
        throw new SecretBoxError();
      }
    },
  };
}

/** Secrets that one process remembers opened. */
const REMEMBERED_MAX = 10_000;

/** The same box, which remembers what it opened: a busy endpoint's secret is needed for every try. */
export function rememberOpened(box: SecretBox): SecretBox {
  const opened = new Map<string, string>();
  return {
    encrypt: (secret, context) => box.encrypt(secret, context),
    open: (text, context) => {
      const key = `${text} ${context.endpoint_id} ${context.merchant_id} ${context.livemode}`;
      const known = opened.get(key);
      if (known !== undefined) return known;
      const secret = box.open(text, context);
      if (opened.size >= REMEMBERED_MAX) opened.clear();
      opened.set(key, secret);
      return secret;
    },
  };
}

const subkeyOf = (key: Buffer): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), FORMAT, KEY_BYTES)));

/** A JSON array in fixed order is unambiguous. */
const associatedData = (keyId: string, { endpoint_id, merchant_id, livemode }: SecretContext): Buffer =>
  Buffer.from(JSON.stringify([FORMAT, keyId, endpoint_id, merchant_id, livemode]), "utf8");
