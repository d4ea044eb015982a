import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import type { KeyIdentity } from "@flowlix/contracts";
import { newId, repeatedFailures, type Logger, type Loop } from "@flowlix/runtime";
import { endRenaming, keepRenaming, readKeyHashing, type KeyHashing } from "../store/key-hashing.ts";
import type { IdempotencyClient } from "./idempotent.ts";
import { CHANGE_MS, type KeyHasher } from "./key-names.ts";

export interface KeyRenamingDeps {
  readonly pool: Pool;
  readonly idempotency: Pick<IdempotencyClient, "listClearNames" | "renameKeys">;
  readonly hash: KeyHasher;
  readonly logger: Pick<Logger, "info" | "warn">;
  /** Where each time through all keys reports whether it came off. */
  readonly loop: Loop;
  /** Until when every process knows that all was renamed. Nothing depends on it. */
  readonly pollMs: number;
}

export interface KeyRenaming {
  /** What is known of the names of keys, at most `pollMs` old while the database is there. */
  readonly current: () => KeyHashing;
  start(): void;
  /** Resolves when the call under way has ended. */
  stop(): Promise<void>;
}

/** Requests come first. */
const BETWEEN_CALLS_MS = 50;
const CALL_TIMEOUT_MS = 10_000;

/**
 * Gives hashes for names to the keys that are named by their text, since the idempotency service has no key to make
 * them with. One process does it at a time; two at once would do no harm. It begins anew after a crash: what was
 * renamed is not met again, and no text is noted anywhere to go on from. Done when it has gone through all keys and met
 * none.
 */
export function createKeyRenaming(deps: KeyRenamingDeps, read: KeyHashing): KeyRenaming {
  const { pool, logger, loop, pollMs } = deps;
  const end = new AbortController();
  let known = read;
  const failures = repeatedFailures({
    logger,
    failed: "Idempotency-Keys were not renamed; it is tried again",
    again: "Idempotency-Keys are renamed again",
  });
  let running = Promise.resolve();

  async function run(): Promise<void> {
    while (!known.renamedAll && !end.signal.aborted) {
      let renamed = 0;
      try {
        await loop.run(async () => {
          renamed = await goThrough(deps, end.signal);
          known = await readKeyHashing(pool);
        });
        failures.cameOff();
      } catch (error) {
        failures.failed(error);
      }
      if (renamed === 0 && !known.renamedAll) await sleep(pollMs, end.signal);
    }
  }

  return {
    current: () => known,
    start: () => void (running = run()),
    stop: () => {
      end.abort();
      return running;
    },
  };
}

/** Once through all keys; answers how many were renamed. */
async function goThrough(deps: KeyRenamingDeps, signal: AbortSignal): Promise<number> {
  const by = randomUUID();
  const keep = (renamed: number) => keepRenaming(deps.pool, { by, renamed, changeMs: CHANGE_MS });
  if (!(await keep(0))) return 0;
  let after: KeyIdentity | null = null;
  let [met, renamed] = [0, 0];
  let all = false;
  try {
    do {
      const piece = await renamePiece(deps, after);
      met += piece.met;
      renamed += piece.renamed;
      after = piece.next;
      if (!(await keep(piece.renamed))) return renamed;
      if (after !== null) await sleep(BETWEEN_CALLS_MS, signal);
    } while (after !== null && !signal.aborted);
    all = after === null && met === 0;
    deps.logger.info({ met, renamed, all }, "Idempotency-Keys named by their text were renamed");
  } finally {
    await endRenaming(deps.pool, by, all);
  }
  return renamed;
}

async function renamePiece({ idempotency, hash, logger }: KeyRenamingDeps, after: KeyIdentity | null) {
  const call = () => ({ requestId: newId("request"), timeoutMs: CALL_TIMEOUT_MS });
  const { keys, next } = await idempotency.listClearNames({ after }, call());
  if (keys.length === 0) return { met: 0, renamed: 0, next };
  const named = keys.map((key) => ({
    ...key,
    names: hash({ keyId: key.key_id, operation: key.operation, text: key.idempotency_key }),
  }));
  const { renamed, superseded } = await idempotency.renameKeys({ keys: named }, call());
  if (superseded.length > 0)
    logger.warn({ object_ids: superseded }, "keys had two records; the later ones are kept");
  return { met: keys.length, renamed, next };
}

/** Ends early without an error. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
