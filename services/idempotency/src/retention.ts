import type { Logger } from "@flowlix/runtime";
import type { RecordsStore } from "./records-store.ts";

const BATCH = 1_000;
const EVERY_MS = 60_000;

export interface Loop {
  stop(): Promise<void>;
}

/**
 * Deletes done records past their retention, in batches until none is left, once a minute. Open and
 * held records stay until their object is terminal (decisions §10).
 */
export function startRetention(store: RecordsStore, retentionMs: number, logger: Logger): Loop {
  let stopping = false;
  let running: Promise<void> = Promise.resolve();
  const sweep = async () => {
    try {
      let deleted = BATCH;
      while (!stopping && deleted === BATCH) deleted = await store.deleteOlderThan(retentionMs, BATCH);
    } catch (error) {
      logger.error({ err: error }, "retention sweep failed; it is repeated");
    }
  };
  const timer = setInterval(() => {
    running = running.then(sweep);
  }, EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
