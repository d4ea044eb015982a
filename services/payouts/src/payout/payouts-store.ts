import { type Made } from "@flowlix/engine";
import { NOW_MS, query, repeatLost, type Pool } from "@flowlix/persistence";
import { sharePayoutInserts, type InitialPayout, type PayoutInitialRow } from "../create/insert-payout.ts";
import { ROW_COLUMNS } from "./payout-columns.ts";
import type { PayoutRow } from "./payout.entity.ts";
import { sharePayoutMoves, type Move } from "../lifecycle/record-move.ts";

/** A row as read, with the database's time of the reading. */
export type SeenPayout = PayoutRow & { readonly now_ms: number };

/** The writes on `payouts.payouts` and the reads they decide on. Each names the version it saw. */
export interface PayoutsStore {
  /** The database's time in ms. */
  now(): Promise<number>;
  insert(initialRow: PayoutInitialRow): Promise<Made<InitialPayout> | null>;
  move(move: Move): Promise<boolean>;
  /** The row as it is now, with the database's time. */
  read(id: string): Promise<SeenPayout | null>;
  /** Ends a submission whose outcome is unknown: nothing more of it will ever be sent, sync soon. */
  endSubmission(id: string, version: number, submission: string, syncInMs: number): Promise<boolean>;
  flush(): Promise<void>;
}

/** `onEvents`: events were written with what was committed. */
export function createPayoutsStore(hot: Pool, onEvents: () => void = () => {}): PayoutsStore {
  const inserts = sharePayoutInserts(hot, onEvents);
  const moves = sharePayoutMoves(hot, onEvents);
  return {
    now: () => repeatLost(() => readNow(hot)),
    insert: (initialRow) => inserts.add(initialRow),
    move: (move) => moves.add(move),
    read: (id) => repeatLost(() => readRow(hot, id)),
    endSubmission: (id, version, submission, syncInMs) =>
      repeatLost(() => endSubmission(hot, id, version, submission, syncInMs)),
    flush: async () => {
      await Promise.all([inserts.flush(), moves.flush()]);
    },
  };
}

async function readNow(pool: Pool): Promise<number> {
  const [row] = await query<{ now_ms: number }>(pool, {
    name: "payouts_now",
    text: `select ${NOW_MS} as now_ms`,
    values: [],
  });
  if (row === undefined) throw new Error("the database's clock did not answer");
  return row.now_ms;
}

async function readRow(pool: Pool, id: string): Promise<SeenPayout | null> {
  const rows = await query<SeenPayout>(pool, {
    name: "payouts_read",
    text: `select ${ROW_COLUMNS}, ${NOW_MS} as now_ms from payouts.payouts as p where p.id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

async function endSubmission(
  pool: Pool,
  id: string,
  version: number,
  submission: string,
  syncInMs: number,
): Promise<boolean> {
  const rows = await query(pool, {
    name: "payouts_end_submission",
    text: `update payouts.payouts as p
              set submission = null, submit_until = null, version = p.version + 1,
                  next_look_at = platform.clock() + $4 * interval '1 ms', look_count = 0
            where p.id = $1 and p.version = $2 and p.status = 'PENDING' and p.submission = $3::uuid
        returning 1 as ended`,
    values: [id, version, submission, syncInMs],
  });
  return rows.length === 1;
}
