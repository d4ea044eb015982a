import { masked, type Parsed, type Setting } from "./config.ts";
import { setting } from "./settings.ts";

const KEY_BYTES = 32;
const KEYS_MAX = 64;
const KEY_ID = /^[A-Za-z0-9_-]{1,64}$/;

export interface RingKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Keys under their ids; the first is the one that new things are encrypted or hashed with. */
export interface KeyRing {
  readonly active: RingKey;
  readonly all: readonly RingKey[];
  readonly ids: string[];
  byId(id: string): Buffer | undefined;
}

/**
 * `id:base64(32 bytes)`, several separated by commas, the active one first. `max` is for a use that
 * takes no more keys. A secret: no default.
 */
export const keyRing = ({ max = KEYS_MAX }: { readonly max?: number } = {}): Setting<KeyRing> =>
  setting((text) => parseKeyRing(text, max));

function parseKeyRing(text: string, max: number): Parsed<KeyRing> {
  const all: RingKey[] = [];
  for (const [index, part] of text.split(",").entries()) {
    const key = parseKey(part.trim());
    if (key === undefined)
      return { ok: false, problem: `key ${index + 1} must be id:base64 of ${KEY_BYTES} bytes` };
    if (all.some(({ id }) => id === key.id)) return { ok: false, problem: `key ${index + 1} repeats an id` };
    all.push(key);
  }
  if (all.length > max) return { ok: false, problem: `must have at most ${max} keys` };
  const [active] = all;
  if (active === undefined) return { ok: false, problem: "must have at least one key" };
  return { ok: true, value: ringOf(active, all) };
}

function parseKey(part: string): RingKey | undefined {
  const separator = part.indexOf(":");
  const id = part.slice(0, separator);
  const encoded = part.slice(separator + 1);
  const key = Buffer.from(encoded, "base64");
  // Node skips what is no base64; only a text that encodes back to itself was meant as it reads.
  const canonical = key.toString("base64") === encoded.padEnd(Math.ceil(encoded.length / 4) * 4, "=");
  return separator > 0 && KEY_ID.test(id) && key.length === KEY_BYTES && canonical ? { id, key } : undefined;
}

function ringOf(active: RingKey, all: readonly RingKey[]): KeyRing {
  const keys = new Map(all.map(({ id, key }) => [id, key]));
  const ring = { active, all, ids: [...keys.keys()], byId: (id: string) => keys.get(id) };
  return Object.freeze(masked(ring, "[key ring]"));
}
