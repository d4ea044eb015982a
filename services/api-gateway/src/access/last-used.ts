import type { Loop } from "@flowlix/runtime";
import type { DataSource } from "typeorm";

const FLUSH_EVERY_MS = 5_000;
/** Beyond this many keys between two flushes the rest waits for its next use. */
const KEYS_MAX = 20_000;

export interface LastUsed {
  touch(keyId: string): void;
  /** Writes what was touched since the last time, in one statement. Errors: the driver's; nothing is lost then. */
  flush(): Promise<void>;
  start(): void;
  stop(): void;
}

/**
 * When keys were last used, written in the background in batches: a request never writes it
 * (docs/design/architecture.md#never-per-request). A time may be late by the flush interval, and is lost with the
 * process.
 */
export function createLastUsed(db: DataSource, loop: Loop, onError: (error: unknown) => void): LastUsed {
  let touched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    if (touched.size === 0) return;
    const batch = touched;
    touched = new Set();
    try {
      await db.query(
        "update gateway.api_keys set last_used_at = platform.clock() where id = any($1::text[])",
        [[...batch].sort()],
      );
    } catch (error) {
      for (const keyId of batch) if (touched.size < KEYS_MAX) touched.add(keyId);
      throw error;
    }
  }

  return {
    touch(keyId) {
      if (touched.size < KEYS_MAX) touched.add(keyId);
    },
    flush,
    start() {
      timer = setInterval(() => {
        if (touched.size > 0) loop.run(flush).catch(onError);
      }, FLUSH_EVERY_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
