import { createFairQueue, TIME_LADDER } from "@flowlix/runtime";
import { within } from "../within.ts";
import type { KeyFound, KeyLookup } from "./key-lookup.ts";

/** How long the database's word is taken without asking again (docs/design/architecture.md#services). */
const POSITIVE_MS = 3_000;
const NEGATIVE_MS = 1_000;
/** While the database cannot be asked, a yes may get this old and no older: revocation holds within 5 s. */
const STALE_MAX_MS = 5_000;
/** A request with a yes that is still good enough waits no longer than this for a newer one. */
const REFRESH_WAIT_MS = 1_500;
/** For a timer that is late. */
const MARGIN_MS = 100;
const ENTRIES_MAX = 20_000;
/**
 * Keys that had no yes here before are looked up two at a time, and so many wait. A client that sends made-up keys
 * takes neither the connections nor the places of real ones.
 */
const NEVER_SEEN = {
  atOnce: 2,
  waitingOfKeyMax: 1,
  waitingMax: 2_000,
  waitMaxMs: TIME_LADDER.requestMaxMs,
};

interface Entry {
  readonly found: KeyFound;
  readonly freshUntil: number;
  readonly usableUntil: number;
}

export interface KeyCache {
  /**
   * Waits for the lookup for at most so many milliseconds. Errors: whatever it rejects with, that it took longer, or
   * service_unavailable where too many keys wait that were never seen, when no answer young enough is left.
   */
  find(hash: Buffer, waitMaxMs: number): Promise<KeyFound>;
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
  const known = new Map<string, Entry>();
  const refused = new Map<string, Entry>();
  const asking = new Map<string, Promise<KeyFound>>();
  const neverSeen = createFairQueue(NEVER_SEEN);
  let generation = 0;

  function remember(id: string, found: KeyFound, askedAt: number): void {
    const entries = found.kind === "refused" ? refused : known;
    known.delete(id);
    refused.delete(id);
    if (entries.size >= entriesMax) {
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    }
    entries.set(id, entryOf(found, askedAt));
  }

  async function readKey(id: string, hash: Buffer): Promise<KeyFound> {
    const askedAt = nowMs();
    const askedIn = generation;
    const found = await lookup(hash);
    // An answer that was on its way when an act changed the table may be from before it.
    if (askedIn === generation) remember(id, found, askedAt);
    return found;
  }

  /** The lookup that is under way, or another one. */
  function asked(id: string, hash: Buffer): Promise<KeyFound> {
    const running = asking.get(id);
    if (running !== undefined) return running;
    const read = () => readKey(id, hash);
    const begun = (known.has(id) ? read() : neverSeen.run(id, read)).finally(() => {
      if (asking.get(id) === begun) asking.delete(id);
    });
    asking.set(id, begun);
    return begun;
  }

  const usable = (id: string): Entry | undefined => {
    const entry = known.get(id) ?? refused.get(id);
    return entry !== undefined && nowMs() < entry.usableUntil ? entry : undefined;
  };

  return {
    async find(hash, waitMaxMs) {
      const id = hash.toString("latin1");
      const entry = usable(id);
      if (entry !== undefined && nowMs() < entry.freshUntil) return entry.found;
      const underWay = asked(id, hash);
      if (entry !== undefined) {
        const usableMs = Math.max(0, entry.usableUntil - MARGIN_MS - nowMs());
        const newer = await within(Math.min(REFRESH_WAIT_MS, waitMaxMs, usableMs), underWay).catch(
          () => undefined,
        );
        const found = newer ?? usable(id)?.found;
        if (found !== undefined) return found;
      }
      return within(waitMaxMs, underWay);
    },
    clear() {
      generation += 1;
      known.clear();
      refused.clear();
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
