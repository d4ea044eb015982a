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

/** The database's time in whole milliseconds, in SQL. */
export const NOW_MS = "floor(extract(epoch from platform.clock()) * 1000)::bigint";
