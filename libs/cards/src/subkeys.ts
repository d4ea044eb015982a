import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

const KEY_BYTES = 32;
export const SALT_BYTES = 16;

/**
 * The key under which one encrypting process works: HKDF-SHA-256 of a master key, with a random salt of
 * that process, so that no two processes ever share a key and its nonces (docs/design/architecture.md#rule-11).
 */
export function deriveSubkey(master: Buffer, salt: Uint8Array, purpose: string): KeyObject {
  if (master.length !== KEY_BYTES) throw new Error(`a sealing key must have ${KEY_BYTES} bytes`);
  return createSecretKey(
    Buffer.from(hkdfSync("sha256", master, salt, `flowlix sealing ${purpose}`, KEY_BYTES)),
  );
}

/**
 * Subkeys of the processes whose boxes were opened lately, at most `max` of them; the one unused for
 * longest goes first. Only the key of a box that really opened is kept, so forged boxes cannot
 * crowd out real ones.
 */
export function createSubkeyCache(max: number) {
  const keys = new Map<string, KeyObject>();
  return {
    get: (id: string): KeyObject | undefined => keys.get(id),
    keep(id: string, key: KeyObject): void {
      // A Map is in order of insertion: putting a key back makes it the youngest.
      keys.delete(id);
      keys.set(id, key);
      if (keys.size <= max) return;
      for (const oldest of keys.keys()) {
        keys.delete(oldest);
        return;
      }
    },
    size: (): number => keys.size,
  };
}
