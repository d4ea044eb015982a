import type { JournalBackfill, JournalState } from "@flowlix/contracts";
import type { Pool } from "pg";
import { query } from "@flowlix/persistence";
import { startOf } from "./sum-days.ts";

/** Days that a round is over with, and days that there are; null where it has not begun. Of `journal_progress`. */
export const ROUND_DONE = "coalesce(round_day + 1 - round_first, 0)";
export const ROUND_TOTAL = "(platform.clock() at time zone 'UTC')::date - round_first + 1";

/** The end of the last day that was compared as a whole. */
const checkedUntil = startOf("checked_day + 1");

/** Longer than it takes to repeat several failed jobs of checking. */
const CURRENT = "interval '15 minutes'";

/**
 * A day is compared once it is over for an hour: a day and an hour after the end of the one before it, and a large one
 * may take its time.
 */
const DAYS_CURRENT = "interval '26 hours'";

type Row = Omit<JournalState, "filling" | "asked"> & {
  readonly days: number;
  readonly round_asked: boolean;
  readonly round_done: number;
  readonly round_total: number;
  readonly filled: number;
  readonly to_fill: number;
  readonly is_filling: boolean;
};

/** How far backfill and check have come. Read it before their results, which are then at least as far. */
export async function readState(pool: Pool, schema: string): Promise<JournalState> {
  const [row] = await query<Row>(pool, {
    name: "journal_state",
    text: `
      select filled, greatest(filled, to_fill) as to_fill, not fill_finished and filled_until < fill_needed as is_filling,
             floor(extract(epoch from checked_at))::bigint as checked_at,
             floor(extract(epoch from compared_until))::bigint as compared_until,
             coalesce(checked_at >= platform.clock() - ${CURRENT}, false) as is_current,
             checked_day::text, ${checkedUntil} >= platform.clock() - ${DAYS_CURRENT} as days_current,
             floor(extract(epoch from rounded_since))::bigint as rounded_since,
             (select count(*) from ${schema}.journal_asked) as days, round_hurries as round_asked,
             ${ROUND_DONE} as round_done, coalesce(${ROUND_TOTAL}, 0) as round_total
        from ${schema}.journal_progress`,
    values: [],
  });
  if (row === undefined) throw new Error(`${schema}.journal_progress is empty`);
  const { filled, to_fill, is_filling, days, round_asked, round_done, round_total, ...state } = row;
  return {
    ...state,
    filling: is_filling ? { done: filled, total: to_fill } : null,
    asked: { days, round: round_asked ? { done: round_done, total: round_total } : null },
  };
}

/** How long ago each part of the check last compared: what is new, days that are over, everything. */
export interface CheckAge {
  readonly of: "new" | "days" | "round";
  readonly seconds: number;
}

/** None of what was never compared yet. */
export const readCheckAges = (pool: Pool, schema: string): Promise<CheckAge[]> =>
  query(pool, {
    name: "journal_check_ages",
    text: `select each.of, extract(epoch from platform.clock() - each.until)::float8 as seconds
             from ${schema}.journal_progress as p,
                  lateral (values ('new', p.compared_until), ('days', ${checkedUntil}), ('round', p.rounded_since)) as each (of, until)
            where each.until is not null`,
    values: [],
  });

export const readBackfill = async (pool: Pool, schema: string): Promise<JournalBackfill | null> =>
  (await readState(pool, schema)).filling;
