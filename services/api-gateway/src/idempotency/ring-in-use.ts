import { createHmac } from "node:crypto";
import type { Pool } from "pg";
import { DomainError, repeatedFailures, type Logger, type Loop } from "@flowlix/runtime";
import {
  enterRing,
  noteRing,
  readNotedKeys,
  type HeldKey,
  type NotedKey,
} from "../store/fingerprint-keys.ts";
import { isHeld, isRecent, checkRing, NOTE_EVERY_MS } from "./check-ring.ts";
import type { FingerprintKeys } from "./request-fingerprint.ts";

export interface RingInUse {
  /**
   * The key that names Idempotency-Keys at this moment. Errors: service_unavailable where another gateway uses one that
   * is not in this ring.
   */
  readonly activeId: () => string;
  /** Whether others may use another key of the ring at this moment. */
  readonly isContested: () => boolean;
  start(): void;
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

export interface RingDeps {
  readonly pool: Pool;
  readonly keys: FingerprintKeys;
  readonly retentionMs: number;
  readonly logger: Pick<Logger, "warn"> & Partial<Pick<Logger, "info">>;
  /** Where notes report whether they came off. */
  readonly loop: Loop;
  readonly noteEveryMs?: number;
}

const CHECKED = "fingerprint key";
/** Notes that were read longer ago say nothing about the other gateways. */
const STALE_MS = 3 * NOTE_EVERY_MS;

/** The check reveals nothing of the key, and nothing else is named by the same hash. */
const held = ({ id, key }: FingerprintKeys["active"]): HeldKey => ({
  id,
  check: createHmac("sha256", key).update(CHECKED).digest(),
});

/**
 * Which key of the ring is in use, here and in other gateways; requests read memory alone.
 * Errors: ConfigurationError where the process must not start with this ring; the driver's.
 */
export async function enterWithRing(deps: RingDeps): Promise<RingInUse> {
  const { pool, keys, retentionMs, logger, loop, noteEveryMs = NOTE_EVERY_MS } = deps;
  const ring = [keys.active, ...keys.all.filter(({ id }) => id !== keys.active.id)].map(held);
  const { lost } = await enterRing(pool, (record) => checkRing(ring, record, retentionMs));
  for (const { id } of lost)
    logger.warn(
      { key_id: id },
      "a fingerprint key of before is gone: a Sandbox request that is repeated from then is answered as new",
    );
  const failures = repeatedFailures({
    logger,
    failed: "the fingerprint keys in use were not noted; it is tried again",
    again: "the fingerprint keys in use are noted again",
  });
  let known = await readNow(pool);
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const activeId = () => idInUse(keys.active.id, known.keys, performance.now() - known.at);

  async function refresh(): Promise<void> {
    try {
      await loop.run(async () => {
        await noteRing(pool, ring, [...new Set([keys.active.id, activeId()])]);
        known = await readNow(pool);
      });
      failures.cameOff();
    } catch (error) {
      failures.failed(error);
    }
  }

  return {
    activeId() {
      const id = activeId();
      if (known.keys.some((key) => isRecent(key.activeAge) && !isHeld(ring, key)))
        throw new DomainError("service_unavailable");
      return id;
    },
    isContested: () =>
      ring.length > 1 &&
      (performance.now() - known.at > STALE_MS ||
        known.keys.some(({ id, activeAge }) => id !== activeId() && isRecent(activeAge))),
    start() {
      timer = setInterval(() => void (running = running.then(refresh)), noteEveryMs);
      timer.unref();
    },
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

async function readNow(pool: Pool): Promise<{ readonly keys: readonly NotedKey[]; readonly at: number }> {
  const at = performance.now();
  return { keys: await readNotedKeys(pool), at };
}

/** Our own active key is used once its moment has come. Until then the key that was used last stays in use. */
function idInUse(ownId: string, noted: readonly NotedKey[], elapsedMs: number): string {
  const hasBegun = ({ activeFromAge }: NotedKey) => activeFromAge !== null && activeFromAge + elapsedMs >= 0;
  const own = noted.find(({ id }) => id === ownId);
  if (own === undefined || hasBegun(own)) return ownId;
  const before = noted
    .filter((key) => key.id !== ownId && hasBegun(key) && isRecent(key.activeAge))
    .toSorted((one, other) => (one.activeFromAge ?? 0) - (other.activeFromAge ?? 0));
  return before[0]?.id ?? ownId;
}
