/** The database's time, carried on by this process's monotonic clock (docs/design/architecture.md#rule-13). */
export interface DatabaseTime {
  nowMs(): number;
  nowSeconds(): number;
}

/** `databaseMs` was true at this process's `performance.now()` value `at`. */
export function databaseTime(databaseMs: number, at: number = performance.now()): DatabaseTime {
  const nowMs = () => databaseMs + (performance.now() - at);
  return { nowMs, nowSeconds: () => Math.floor(nowMs() / 1000) };
}

/** Whole milliseconds of a time, as they travel, in SQL. */
export const msSql = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::bigint`;

/** The database's time in whole milliseconds, in SQL. */
export const NOW_MS = msSql("platform.clock()");
