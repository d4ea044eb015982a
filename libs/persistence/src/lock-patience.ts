import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "pg";
import type { OnWait } from "./until-present.ts";
import { sqlState } from "./sql-state.ts";

/**
 * Statements that use a table queue behind a change of it that waits. So a try is shorter than the bound of any pool
 * (4 s): while a migration waits, these statements are late and none fails.
 */
const LOCK_TIMEOUT_MS = 800;
/**
 * Each fifth try: a vacuum that is no user's own gives way only to who has waited for `deadlock_timeout`, 1 s. Reads
 * and writes still bear it.
 */
const LONG_LOCK_TIMEOUT_MS = 1_800;
const LONG_EACH = 5;
const PAUSE_FIRST_MS = 1_000;
const PAUSE_MAX_MS = 30_000;

/** lock_not_available, deadlock_detected: nothing of the transaction is left, and others were let go on. */
const LOCK_WAS_TAKEN = new Set(["55P03", "40P01"]);

export interface LockPatience {
  /** By `performance.now()`; what fails later is not tried again. */
  readonly giveUpAt: number;
  readonly onWait: OnWait;
}

/**
 * Does the work with a bound on each wait for a lock, and does it again after a growing pause while
 * one is not to be had: others go on in between. The work is to be repeatable.
 * Errors: the work's own; that of the lock once the patience is over.
 */
export async function withLocks<T>(
  session: Client,
  patience: LockPatience,
  what: () => Promise<string>,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const bound = tries % LONG_EACH === 0 ? LONG_LOCK_TIMEOUT_MS : LOCK_TIMEOUT_MS;
    await session.query(`set lock_timeout = ${bound}`);
    try {
      return await work();
    } catch (error) {
      if (!LOCK_WAS_TAKEN.has(sqlState(error) ?? "") || performance.now() >= patience.giveUpAt) throw error;
    }
    const pauseMs = Math.min(PAUSE_FIRST_MS * 2 ** (tries - 1), PAUSE_MAX_MS);
    patience.onWait(
      `${await what()} waits for a lock that others have, try ${tries}; the next one in ${pauseMs / 1000} s${await oldest(session)}`,
    );
    await pause(pauseMs);
  }
}

/** Most likely the one that is waited for; nothing where the owner may not see it. */
async function oldest(session: Client): Promise<string> {
  const { rows } = await session.query(`
    select pid, coalesce(nullif(application_name, ''), backend_type) as name,
           round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
      from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`);
  const [row] = rows;
  return row === undefined
    ? ""
    : `; the oldest transaction is of process ${row.pid} (${row.name}), ${row.seconds} s old`;
}
