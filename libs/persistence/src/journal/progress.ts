import type { EntityManager } from "typeorm";

/** How far the work on a journal has come. Times are the database's texts, so that no microsecond is lost. */
export interface JournalProgress {
  readonly rolled_until: string;
  readonly rolled_until_ms: number;
  /** What ended later than this is not to be filled in: no process of the release before is left then. */
  readonly fill_until: string;
  readonly filled_at: string;
  readonly filled_id: string;
  readonly filled: number;
  readonly to_fill: number;
  readonly fill_finished: boolean;
  readonly objects_at: string;
  readonly objects_id: string;
  readonly rows_at: string;
  readonly rows_id: string;
  readonly checked_day: string;
}

/**
 * Takes the row that says how far the work has come: one of filling, summing and checking at a time. What a
 * later statement of the transaction sees includes whatever the one before committed. Null while another one
 * has it, who may take long: a turn that waited would keep a connection from operators' acts.
 */
export const takeProgress = (manager: EntityManager, schema: string): Promise<JournalProgress | null> =>
  read(manager, schema, "for update skip locked");

/** The same of whoever has it, as last committed. */
export async function seeProgress(manager: EntityManager, schema: string): Promise<JournalProgress> {
  const progress = await read(manager, schema, "");
  if (progress === null) throw new Error(`${schema}.journal_progress has lost its row`);
  return progress;
}

async function read(manager: EntityManager, schema: string, lock: string): Promise<JournalProgress | null> {
  const [progress]: (JournalProgress | undefined)[] = await manager.query(
    `select rolled_until::text, floor(extract(epoch from rolled_until) * 1000)::bigint as rolled_until_ms, fill_until::text, filled_at::text, filled_id, filled, to_fill, fill_finished,
            objects_at::text, objects_id, rows_at::text, rows_id, checked_day::text
       from ${schema}.journal_progress ${lock}`,
  );
  return progress ?? null;
}
