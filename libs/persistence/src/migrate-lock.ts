import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { MigrationError } from "./migration-error.ts";
import type { OnWait } from "./until-present.ts";

/** "Flow" and "migr" as numbers: the two halves of the lock's key. */
const LOCK_KEY = [0x466c6f77, 0x6d696772] as const;
const RETRY_MS = 200;

/**
 * Runs the work under the migration lock of this database. Tried in separate statements: a statement
 * that waits holds a snapshot, and CREATE INDEX CONCURRENTLY waits for it in turn
 * (docs/design/architecture.md#migrations). The lock belongs to the session, which must be the one that migrates: so
 * nobody begins while a backend whose process was killed still works.
 */
export async function underMigrationLock<T>(
  session: Client,
  waits: { readonly waitMs: number; readonly onWait: OnWait },
  work: () => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + waits.waitMs;
  for (let tries = 0; !(await tryLock(session)); tries += 1) {
    if (performance.now() > giveUpAt) {
      throw new MigrationError(
        `another migration is still running after ${waits.waitMs} ms; its session holds the lock`,
      );
    }
    if (tries === 0) waits.onWait("another migration is running; waiting for it to end");
    await pause(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    // A session that broke has released the lock, and its own error is the one to report.
    await session.query("select pg_advisory_unlock($1::int, $2::int)", [...LOCK_KEY]).catch(() => undefined);
  }
}

async function tryLock(session: Client): Promise<boolean> {
  const { rows } = await session.query("select pg_try_advisory_lock($1::int, $2::int) as locked", [
    ...LOCK_KEY,
  ]);
  return rows[0]?.locked === true;
}
