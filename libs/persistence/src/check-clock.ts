import type { Pool } from "pg";

const DIFFERENCE_MAX_MS = 5_000;

/**
 * Readiness check: rejects when this process's clock and the database's differ by more than 5 s
 * (architecture §2 rule 13). Asks for the server's own time, so a clock moved by a test is no fault.
 */
export async function checkClock(pool: Pool, now: () => number = Date.now): Promise<void> {
  const sentAt = now();
  const { rows } = await pool.query("select (extract(epoch from clock_timestamp()) * 1000)::bigint as now");
  const answeredAt = now();
  const database = Number(rows[0]?.now);
  // The answer was made at some moment between the two, so only what lies outside counts.
  const difference = Math.max(sentAt - database, database - answeredAt, 0);
  if (difference > DIFFERENCE_MAX_MS)
    throw new Error(`process and database clocks differ by ${difference} ms`);
}
