import { setTimeout as pause } from "node:timers/promises";
import type { DataSource, EntityManager } from "typeorm";
import { transact } from "@flowlix/persistence";

/** How far the work on a journal has come. Times are the database's texts, so that no microsecond is lost. */
export interface JournalProgress {
  readonly rolled_until: string;
  /** Objects that ended later are not backfilled: no process of the release before is left then. */
  readonly fill_until: string;
  readonly filled_at: string;
  readonly filled_id: string;
  /** Everything that ended before is passed. */
  readonly filled_until: string;
  readonly filled: number;
  readonly to_fill: number;
  readonly fill_finished: boolean;
  readonly objects_at: string;
  readonly objects_id: string;
  readonly rows_at: string;
  readonly rows_id: string;
  readonly late_at: string;
  readonly late_id: string;
  readonly checked_day: string;
  /** The last day that this round of comparing everything has compared as a whole; null before its first one. */
  readonly round_day: string | null;
  /** A round that an operator asked for: it is done at once. */
  readonly round_hurries: boolean;
}

/**
 * Longer than between the second of an object's end and its commit. Objects that ended within it are not passed yet.
 */
export const COMMIT_LAG = "interval '10 minutes'";

/** Objects that ended later than this may lack an entry. */
export const backfilledUntil = ({ fill_finished, filled_until }: JournalProgress): string =>
  fill_finished ? "infinity" : filled_until;

/** A job that has waited this long gives up, and is repeated. */
const WAIT_MAX_MS = 10_000;
/** Between two attempts to lock the row. Also between two parts of a job, so that another job can lock it then. */
export const PAUSE_MS = 100;

/**
 * Runs `work` with the row of progress locked, so that backfill, sums and check run one at a time and see what the
 * one before committed. Another job may hold the row for long. So the wait is outside of the database: inside it
 * would keep a connection from operators' acts. Errors: that the row is locked for too long.
 */
export async function withProgress<T>(
  dataSource: DataSource,
  schema: string,
  work: (manager: EntityManager, progress: JournalProgress) => Promise<T>,
): Promise<T> {
  for (let waitedMs = 0; waitedMs <= WAIT_MAX_MS; waitedMs += PAUSE_MS) {
    const done = await transact(dataSource, async (manager) => {
      const progress = await takeProgress(manager, schema);
      return progress === null ? null : { result: await work(manager, progress) };
    });
    if (done !== null) return done.result;
    await pause(PAUSE_MS);
  }
  throw new Error(`the work on ${schema}.journal is taken by another run`);
}

/**
 * From here on in the transaction rows are found by an index: a new installation has no statistics, and a plan made
 * when its tables were empty reads all of them, for each of thousands of ids
 * (docs/design/measured-facts.md#plan-flip).
 */
const BY_INDEX = "set_config('enable_seqscan', 'off', true)";

async function takeProgress(manager: EntityManager, schema: string): Promise<JournalProgress | null> {
  const [progress]: (JournalProgress | undefined)[] = await manager.query(
    `select rolled_until::text, fill_until::text, filled_at::text, filled_id, filled_until::text, filled, to_fill,
            fill_finished, objects_at::text, objects_id, rows_at::text, rows_id, late_at::text, late_id,
            checked_day::text, round_day::text, round_hurries, ${BY_INDEX} as by_index
       from ${schema}.journal_progress for update skip locked`,
  );
  return progress ?? null;
}
