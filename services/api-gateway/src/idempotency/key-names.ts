import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { HASHED_NAME_MARK, type CreateOperation, type KeyIdentity } from "@flowlix/contracts";
import type { KeyHashing } from "../store/key-hashing.ts";
import type { FingerprintKeys } from "./request-fingerprint.ts";

/** An Idempotency-Key as the idempotency service gets it: the name it will have, and others it may have. */
export interface NamedKey extends KeyIdentity {
  other_names?: string[];
  names_change?: boolean;
}

/** What a merchant sent, and where it counts. */
export interface SentKey {
  readonly keyId: string;
  readonly operation: CreateOperation;
  readonly text: string;
}

export type KeyNamer = (sent: SentKey) => NamedKey;

/** Its hashes under all keys of the ring, the one in use first. */
export type KeyHasher = (sent: SentKey) => [string, ...string[]];

/**
 * Around the moment when names change, clocks of processes may differ by this much, and statements may take as long:
 * meanwhile everybody asks for either name.
 */
export const CHANGE_MS = 600_000;
const PURPOSE = "idempotency-key";
/** Of base64url: 18 bytes. */
const NAME_CHARS = 24;

/**
 * Names an Idempotency-Key by a keyed hash, because merchants put into it what they like, a card number even
 * (docs/design/architecture.md#keyed-hashes).
 */
export function createKeyHasher({ active, all }: FingerprintKeys, activeId = () => active.id): KeyHasher {
  const under = (key: KeyObject, { keyId, operation, text }: SentKey) =>
    HASHED_NAME_MARK +
    createHmac("sha256", key)
      .update([PURPOSE, keyId, operation, text].join("\n"))
      .digest("base64url")
      .slice(0, NAME_CHARS);
  const ring = new Map(all.map(({ id, key }) => [id, createSecretKey(key)]));
  const configured = createSecretKey(active.key);
  return (sent) => {
    const first = ring.get(activeId()) ?? configured;
    const names: [string, ...string[]] = [under(first, sent)];
    for (const key of ring.values()) if (key !== first) names.push(under(key, sent));
    return names;
  };
}

/**
 * Before its time a key's name is its text, which is all that a release without hashes knows. Afterwards records that
 * have the text for a name are still found, until all were renamed (docs/decisions/0043).
 */
export function createKeyNamer(
  hash: KeyHasher,
  hashing: () => KeyHashing,
  ringIsContested: () => boolean,
): KeyNamer {
  return (sent) => {
    const { keyId, operation, text } = sent;
    const scope = { key_id: keyId, operation };
    const { hashedFromMs, renamedAll, nowMs } = hashing();
    const sinceMs = nowMs() - hashedFromMs;
    if (sinceMs < -CHANGE_MS) return { ...scope, idempotency_key: text };
    const [name, ...older] = hash(sent);
    if (sinceMs < 0)
      return { ...scope, idempotency_key: text, other_names: [name, ...older], names_change: true };
    const hashed = { ...scope, idempotency_key: name };
    const other_names = renamedAll ? older : [text, ...older];
    if (other_names.length === 0) return hashed;
    return { ...hashed, other_names, names_change: sinceMs < CHANGE_MS || ringIsContested() };
  };
}
