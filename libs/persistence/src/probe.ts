import type { Pool } from "pg";

const DIFFERENCE_MAX_MS = 5_000;

/** Asks a database whether it answers and what time it has. */
export interface Probe {
  ping(): Promise<void>;
  checkClock(): Promise<void>;
}

interface Moment {
  readonly sentAt: number;
  readonly answeredAt: number;
  /** Milliseconds since 1970 by the database, at some moment between the two. */
  readonly database: number;
}

/**
 * Callers that ask while a question is under way share its answer. So only one waits for a database that is silent, and
 * what is said of its presence and of its clock is of the same moment.
 */
export function createProbe(pool: Pool, now: () => number = Date.now): Probe {
  let underWay: Promise<Moment> | undefined;
  const ask = () =>
    (underWay ??= askTime(pool, now).finally(() => {
      underWay = undefined;
    }));
  return {
    ping: async () => void (await ask()),
    checkClock: async () => refuseOtherTime(await ask()),
  };
}

/** Asks for the server's own time, so a clock moved by a test is no fault. */
async function askTime(pool: Pool, now: () => number): Promise<Moment> {
  const sentAt = now();
  const { rows } = await pool.query("select (extract(epoch from clock_timestamp()) * 1000)::bigint as now");
  return { sentAt, answeredAt: now(), database: Number(rows[0]?.now) };
}

function refuseOtherTime({ sentAt, answeredAt, database }: Moment): void {
  // The answer was made at some moment between the two, so only what lies outside counts.
  const difference = Math.max(sentAt - database, database - answeredAt, 0);
  if (difference > DIFFERENCE_MAX_MS)
    throw new Error(`process and database clocks differ by ${difference} ms`);
}
