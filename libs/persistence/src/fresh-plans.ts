import type { PoolClient } from "pg";

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

interface Schedule {
  dueAt: number;
  intervalMs: number;
}

const schedules = new WeakMap<PoolClient, Schedule>();

/**
 * A connection keeps the plan that a statement got when its tables were small until statistics are
 * gathered, a minute or more later; reading sixty rows is as good as looking one up, reading sixty
 * thousand is not. So its plans are thrown away after about 1, 2, 4 … 60 s: tables hardly more than double in between,
 * and a plan made anew goes by the table's size of that moment.
 */
export function planAnewAtTimes(client: PoolClient): void {
  schedules.set(client, { dueAt: performance.now() + spread(FIRST_MS), intervalMs: FIRST_MS });
}

/** Three to five quarters of it: the connections of a pool, opened together, are not to plan anew all at once. */
const spread = (ms: number): number => ms * (0.75 + Math.random() / 2);

/** Throws the connection's plans away when their time has come; to be awaited before a statement. */
export async function throwAwayOldPlans(client: PoolClient): Promise<void> {
  const schedule = schedules.get(client);
  if (schedule === undefined || performance.now() < schedule.dueAt) return;
  schedule.intervalMs = Math.min(2 * schedule.intervalMs, LONGEST_MS);
  schedule.dueAt = performance.now() + spread(schedule.intervalMs);
  await client.query("discard plans");
}
