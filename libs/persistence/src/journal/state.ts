import type { JournalFilling, JournalState } from "@flowlix/contracts";
import type { Pool } from "pg";
import { query } from "../query.ts";

/** Longer than several turns of checking that fail take until they are repeated. */
const CURRENT = "interval '15 minutes'";

type Row = Omit<JournalState, "filling"> & {
  readonly filled: number;
  readonly to_fill: number;
  readonly is_filling: boolean;
};

/** How far filling and checking have come. To be read before what it is about, which is then at least as far. */
export async function readState(pool: Pool, schema: string): Promise<JournalState> {
  const [row] = await query<Row>(pool, {
    name: "journal_state",
    text: `
      select filled, greatest(filled, to_fill) as to_fill, not fill_finished and filled_until < fill_needed as is_filling,
             floor(extract(epoch from checked_at))::bigint as checked_at,
             floor(extract(epoch from compared_until))::bigint as compared_until,
             coalesce(checked_at >= platform.clock() - ${CURRENT}, false) as is_current,
             floor(extract(epoch from rounded_since))::bigint as rounded_since
        from ${schema}.journal_progress`,
    values: [],
  });
  if (row === undefined) throw new Error(`${schema}.journal_progress is empty`);
  const { filled, to_fill, is_filling, ...state } = row;
  return { ...state, filling: is_filling ? { done: filled, total: to_fill } : null };
}

export const readFilling = async (pool: Pool, schema: string): Promise<JournalFilling | null> =>
  (await readState(pool, schema)).filling;
