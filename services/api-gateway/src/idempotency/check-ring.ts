import { ConfigurationError } from "@flowlix/runtime";
import type { Entry, HeldKey, NotedKey, RingRecord } from "../store/fingerprint-keys.ts";

/** Running processes note their rings, and read what others noted, this often. */
export const NOTE_EVERY_MS = 30_000;
/**
 * A key that no process noted for this long is used by none: several notes may fail, and statements take their time.
 */
export const OVER_MS = 6 * NOTE_EVERY_MS;
/** How long before a new key is used: by then every gateway that uses another one has read of it. */
export const BECOMES_ACTIVE_MS = 4 * NOTE_EVERY_MS;

const ROTATION = "change the ring in two steps (docs/operators.md, Keys of an installation)";
const DAY_MS = 86_400_000;

/**
 * Decides whether a process may start with this ring, the active key first, and what it then notes. An Idempotency-Key
 * whose hash no gateway can make any more would be answered as new, and money would move twice. So every key that was
 * used within the retention must be in the ring, and a key is used only once every gateway has it
 * (docs/design/architecture.md#keyed-hashes). In an installation without live mode a lost key is only reported. Errors:
 * ConfigurationError.
 */
export function checkRing(
  ring: readonly HeldKey[],
  { noted, isLive }: RingRecord,
  retentionMs: number,
): Entry {
  const [active] = ring;
  if (active === undefined) throw new ConfigurationError("FINGERPRINT_KEYS: must have at least one key");
  const isKept = ({ activeAge }: NotedKey) => activeAge !== null && activeAge < retentionMs + OVER_MS;
  const lost = noted.filter((key) => isKept(key) && !isHeld(ring, key));
  for (const key of isLive ? lost : []) refuseLost(key, ring, retentionMs);
  const registered = ring.filter((held) => !noted.some((key) => isSame(key, held)));
  const own = noted.find((key) => isSame(key, active));
  if (own !== undefined && own.activeFromAge !== null && isRecent(own.activeAge))
    return { activeId: active.id, afterMs: -1, maybeActive: [], registered, lost };
  const others = noted.filter(({ id, activeAge }) => id !== active.id && isRecent(activeAge));
  if (others.length > 0 && (own === undefined || own.registeredAge < OVER_MS || isRecent(own.missedAge)))
    throw new ConfigurationError(
      `FINGERPRINT_KEYS: key "${active.id}" cannot be the first one yet, because gateways ran without it in the last ${OVER_MS / 60_000} minutes; put it last and ${ROTATION}`,
    );
  return {
    activeId: active.id,
    afterMs: others.length > 0 ? BECOMES_ACTIVE_MS : 0,
    // Without any notes, a release before may have used any of them.
    maybeActive: noted.length === 0 ? ring.slice(1).map(({ id }) => id) : [],
    registered,
    lost,
  };
}

function refuseLost(key: NotedKey, ring: readonly HeldKey[], retentionMs: number): never {
  const held = ring.find(({ id }) => id === key.id);
  const days = Math.ceil((retentionMs + OVER_MS - (key.activeAge ?? 0)) / DAY_MS);
  throw new ConfigurationError(
    `FINGERPRINT_KEYS: key "${key.id}" ${held === undefined ? "is missing" : "has other bytes than before"}, and Idempotency-Keys are stored with it for up to ${days} more days, so that a repeated request would move money twice; put it back and ${ROTATION}`,
  );
}

const isSame = (one: HeldKey, other: HeldKey): boolean =>
  one.id === other.id && one.check.equals(other.check);

/** Whether a ring has a key: the same id with other bytes is another key. */
export const isHeld = (ring: readonly HeldKey[], key: HeldKey): boolean =>
  ring.some((held) => isSame(held, key));

export const isRecent = (age: number | null): boolean => age !== null && age < OVER_MS;
