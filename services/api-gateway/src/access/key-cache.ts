import type { KeyFound, KeyLookup } from "./key-lookup.ts";

/** How long the database's word is taken without asking again (architecture §1, api-gateway). */
const POSITIVE_MS = 3_000;
const NEGATIVE_MS = 1_000;
/** While the database cannot be asked, a yes may get this old and no older: revocation holds within 5 s. */
const STALE_MAX_MS = 5_000;
const ENTRIES_MAX = 20_000;

interface Entry {
  readonly found: KeyFound;
  readonly freshUntil: number;
  readonly usableUntil: number;
}

export interface KeyCache {
  /** Errors: whatever the lookup rejects with, when no answer young enough is left. */
  find(hash: Buffer): Promise<KeyFound>;
  /** Forgets everything, after an administrative act in this process. */
  clear(): void;
}

export interface KeyCacheOptions {
  readonly lookup: KeyLookup;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly entriesMax?: number;
}

/** A bounded cache in front of the key table; concurrent misses of one key ask once. */
export function createKeyCache({ lookup, nowMs, entriesMax = ENTRIES_MAX }: KeyCacheOptions): KeyCache {
  const entries = new Map<string, Entry>();
  const asking = new Map<string, Promise<KeyFound>>();
  let generation = 0;

  function remember(id: string, found: KeyFound, askedAt: number): void {
    entries.delete(id);
    if (entries.size >= entriesMax) {
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    }
    entries.set(id, entryOf(found, askedAt));
  }

  async function ask(id: string, hash: Buffer): Promise<KeyFound> {
    const askedAt = nowMs();
    const askedIn = generation;
    try {
      const found = await lookup(hash);
      // An answer that was on its way when an act changed the table may be from before it.
      if (askedIn === generation) remember(id, found, askedAt);
      return found;
    } catch (error) {
      const known = entries.get(id);
      if (known !== undefined && nowMs() < known.usableUntil) return known.found;
      throw error;
    }
  }

  return {
    find(hash) {
      const id = hash.toString("latin1");
      const entry = entries.get(id);
      if (entry !== undefined && nowMs() < entry.freshUntil) return Promise.resolve(entry.found);
      const running = asking.get(id);
      if (running !== undefined) return running;
      const asked = ask(id, hash).finally(() => {
        if (asking.get(id) === asked) asking.delete(id);
      });
      asking.set(id, asked);
      return asked;
    },
    clear() {
      generation += 1;
      entries.clear();
      asking.clear();
    },
  };
}

/** Counted from when the question was sent, so that an answer is never taken for younger than it is. */
function entryOf(found: KeyFound, askedAt: number): Entry {
  if (found.kind === "refused") {
    const until = askedAt + NEGATIVE_MS;
    return { found, freshUntil: until, usableUntil: until };
  }
  const endsAt = askedAt + (found.endsInMs ?? Infinity);
  return {
    found,
    freshUntil: Math.min(askedAt + POSITIVE_MS, endsAt),
    usableUntil: Math.min(askedAt + STALE_MAX_MS, endsAt),
  };
}
