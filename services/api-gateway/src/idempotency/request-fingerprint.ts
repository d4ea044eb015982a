import { createHmac, createSecretKey } from "node:crypto";
import type { CreateOperation, Fingerprint } from "@flowlix/contracts";
import { canonicalJson } from "./canonical-json.ts";

/** Keys that only the gateway has; one makes new fingerprints, the others still recognise old ones. */
export interface FingerprintKeys {
  readonly active: { readonly id: string; readonly key: Buffer };
  readonly all: readonly { readonly id: string; readonly key: Buffer }[];
}

export type Fingerprinter = (
  operation: CreateOperation,
  identity: Readonly<Record<string, unknown>>,
) => Fingerprint[];

/**
 * Keyed hashes of a request's effective identity, one per key of the ring and the active one first
 * (docs/design/architecture.md#keyed-hashes). Keyed, because an identity may hold what must not be guessed from a hash.
 */
export function createFingerprinter(keys: FingerprintKeys): Fingerprinter {
  const others = keys.all.filter(({ id }) => id !== keys.active.id);
  const ring = [keys.active, ...others].map(({ id, key }) => ({ id, key: createSecretKey(key) }));
  return (operation, identity) => {
    const text = `${operation}\n${canonicalJson(identity)}`;
    return ring.map(({ id, key }) => ({
      key_id: id,
      hash: createHmac("sha256", key).update(text).digest("hex"),
    }));
  };
}
