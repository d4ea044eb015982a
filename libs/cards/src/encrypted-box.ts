import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from "node:crypto";
import { isInstrument, type Instrument } from "./instrument.ts";
import type { KeyRing } from "./key-ring.ts";
import { isPayoutInstrument, type PayoutInstrument } from "./payout-card.ts";
import { associatedData, type EncryptionContext, type EncryptionPurpose } from "./encryption-context.ts";
import { Secret } from "./secret.ts";
import { createSubkeyCache, deriveSubkey, SALT_BYTES } from "./subkeys.ts";

const ALGORITHM = "aes-256-gcm";
const VERSION = "1";
const SEPARATOR = ".";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = SALT_BYTES + NONCE_BYTES;

/** Plaintexts are filled up to a multiple of this, so that a box's length says next to nothing about its content. */
const BLOCK_BYTES = 512;
const LENGTH_BYTES = 4;

/** Random nonces of 96 bits stay clear of a collision far beyond this many boxes under one subkey. */
const BOXES_PER_SUBKEY = 2 ** 24;

/** Gateway processes whose subkeys are remembered; more than there will be, and a bound all the same. */
const SUBKEYS_MAX = 256;

const NONCE_POOL_BYTES = NONCE_BYTES * 256;

/** A box could not be decrypted. Neither the log nor the sender learns why. */
export class SealError extends Error {
  override readonly name = "SealError";

  constructor() {
    super("the sealed instrument could not be opened");
  }
}

/** What a box of a purpose holds. */
export interface EncryptedIn {
  readonly card: Instrument;
  readonly payout_card: PayoutInstrument;
}

const HOLDS: { readonly [P in EncryptionPurpose]: (value: unknown) => value is EncryptedIn[P] } = {
  card: isInstrument,
  payout_card: isPayoutInstrument,
};

function padded(instrument: EncryptedIn[EncryptionPurpose]): Buffer {
  const text = JSON.stringify(instrument);
  const length = Buffer.byteLength(text, "utf8");
  const plain = Buffer.alloc(Math.ceil((LENGTH_BYTES + length) / BLOCK_BYTES) * BLOCK_BYTES);
  plain.writeUInt32BE(length, 0);
  plain.write(text, LENGTH_BYTES, "utf8");
  return plain;
}

function createNonces(): () => Buffer {
  let pool = randomBytes(NONCE_POOL_BYTES);
  let used = 0;
  return () => {
    if (used === pool.length) {
      pool = randomBytes(NONCE_POOL_BYTES);
      used = 0;
    }
    used += NONCE_BYTES;
    return pool.subarray(used - NONCE_BYTES, used);
  };
}

export interface Encryptor<P extends EncryptionPurpose = "card"> {
  /** Encrypts for exactly this context. The box is text: `1.<key id>.<base64url>`. */
  encrypt(instrument: EncryptedIn[P], context: EncryptionContext): string;
}

/**
 * Encrypts instruments under the ring's active key: AES-256-GCM under a subkey of this encryptor's own, whose
 * salt travels in the box. Make one per process and keep it: deriving the subkey is what costs.
 */
export function createEncryptor<P extends EncryptionPurpose>(ring: KeyRing, purpose: P): Encryptor<P> {
  const keyId = ring.active.id;
  if (keyId.includes(SEPARATOR)) throw new Error("the id of a sealing key must not contain a point");
  const nextNonce = createNonces();
  let salt: Buffer;
  let subkey: KeyObject;
  let boxesLeft = 0;

  return {
    encrypt(instrument, context) {
      if (boxesLeft === 0) {
        salt = randomBytes(SALT_BYTES);
        subkey = deriveSubkey(ring.active.key, salt, purpose);
        boxesLeft = BOXES_PER_SUBKEY;
      }
      boxesLeft -= 1;
      const nonce = nextNonce();
      const cipher = createCipheriv(ALGORITHM, subkey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(associatedData(purpose, keyId, context));
      const plain = padded(instrument);
      const encrypted = cipher.update(plain);
      plain.fill(0);
      cipher.final();
      const box = Buffer.concat([salt, nonce, encrypted, cipher.getAuthTag()]);
      return [VERSION, keyId, box.toString("base64url")].join(SEPARATOR);
    },
  };
}

export interface Decryptor<P extends EncryptionPurpose = "card"> {
  /** The instrument, if the box was encrypted for exactly this context; throws SealError otherwise. */
  open(box: string, context: EncryptionContext): Secret<EncryptedIn[P]>;
}

interface OpenBox {
  readonly keyId: string;
  readonly bytes: Buffer;
}

function parseBox(box: string): OpenBox {
  const parts = box.split(SEPARATOR);
  const [version, keyId, body] = parts;
  if (parts.length !== 3 || version !== VERSION || keyId === undefined || body === undefined)
    throw new SealError();
  const bytes = Buffer.from(body, "base64url");
  if (bytes.length < HEAD_BYTES + BLOCK_BYTES + TAG_BYTES) throw new SealError();
  return { keyId, bytes };
}

function instrumentOf<P extends EncryptionPurpose>(plain: Buffer, purpose: P): EncryptedIn[P] {
  const length = plain.readUInt32BE(0);
  if (length > plain.length - LENGTH_BYTES) throw new SealError();
  const value: unknown = JSON.parse(plain.toString("utf8", LENGTH_BYTES, LENGTH_BYTES + length));
  if (!HOLDS[purpose](value)) throw new SealError();
  return value;
}

/** Opens what an encryptor of the same purpose encrypted under any key of the ring. */
export function createDecryptor<P extends EncryptionPurpose>(ring: KeyRing, purpose: P): Decryptor<P> {
  const subkeys = createSubkeyCache(SUBKEYS_MAX);

  function open(box: string, context: EncryptionContext): Secret<EncryptedIn[P]> {
    const { keyId, bytes } = parseBox(box);
    const master = ring.byId(keyId);
    if (master === undefined) throw new SealError();
    const salt = bytes.subarray(0, SALT_BYTES);
    const subkeyId = `${keyId}.${salt.toString("base64url")}`;
    const subkey = subkeys.get(subkeyId) ?? deriveSubkey(master, salt, purpose);

    const end = bytes.length - TAG_BYTES;
    const nonce = bytes.subarray(SALT_BYTES, HEAD_BYTES);
    const decipher = createDecipheriv(ALGORITHM, subkey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(associatedData(purpose, keyId, context));
    decipher.setAuthTag(bytes.subarray(end));
    const plain = decipher.update(bytes.subarray(HEAD_BYTES, end));
    decipher.final();
    subkeys.keep(subkeyId, subkey);
    const instrument = instrumentOf(plain, purpose);
    plain.fill(0);
    return new Secret(instrument);
  }

  return {
    open(box, context) {
      try {
        return open(box, context);
      } catch {
        // What the cryptographic library says stays here: the difference between causes helps only a forger.
        throw new SealError();
      }
    },
  };
}
