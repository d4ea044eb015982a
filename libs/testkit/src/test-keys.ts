import { createHash } from "node:crypto";
import type { KeyRing } from "@flowlix/runtime";

/** A key that is always the same for the same id. */
export const testKey = (id: string): Buffer => createHash("sha256").update(`test key ${id}`).digest();

/** A ring of such keys, the first one active. */
export function testKeyRing(id = "k1", ...older: readonly string[]): KeyRing {
  const active = { id, key: testKey(id) };
  const all = [active, ...older.map((one) => ({ id: one, key: testKey(one) }))];
  const keys = new Map(all.map((one) => [one.id, one.key]));
  return { active, all, ids: [...keys.keys()], byId: (one) => keys.get(one) };
}

/** The same ring as a setting spells it: `id:base64,…`. */
export function testKeyRingText(id = "k1", ...older: readonly string[]): string {
  return [id, ...older].map((one) => `${one}:${testKey(one).toString("base64")}`).join(",");
}
