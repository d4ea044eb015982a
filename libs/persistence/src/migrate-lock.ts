import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import { MigrationError } from "./migration-error.ts";

/** "Flow" and "migr" as numbers: the two halves of the lock's key. */
const LOCK_KEY = [0x466c6f77, 0x6d696772] as const;
const RETRY_MS = 200;

/**
 * Runs the work under the migration lock of this database. Tried in separate statements: a statement
 * that waits holds a snapshot, and CREATE INDEX CONCURRENTLY waits for it in turn (architecture §4).
 * The lock belongs to the session, so it ends with the process that holds it.
 */
export async function underMigrationLock<T>(
  admin: Client,
  waitMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const giveUpAt = performance.now() + waitMs;
  while (!(await tryLock(admin))) {
    if (performance.now() > giveUpAt) {
      throw new MigrationError(
        `another migration is still running after ${waitMs} ms; its session holds the lock`,
      );
    }
    await pause(RETRY_MS);
  }
  try {
    return await work();
  } finally {
    await admin.query("select pg_advisory_unlock($1::int, $2::int)", [...LOCK_KEY]);
  }
}

async function tryLock(admin: Client): Promise<boolean> {
  const { rows } = await admin.query("select pg_try_advisory_lock($1::int, $2::int) as locked", [
    ...LOCK_KEY,
  ]);
  return rows[0]?.locked === true;
}
