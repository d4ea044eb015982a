/** The database's time, carried on by this process's monotonic clock (architecture §2 rule 13). */
export interface DatabaseTime {
  nowMs(): number;
  nowSeconds(): number;
}

/** `databaseMs` was true at this process's `performance.now()` value `at`. */
export function databaseTime(databaseMs: number, at: number = performance.now()): DatabaseTime {
  const nowMs = () => databaseMs + (performance.now() - at);
  return { nowMs, nowSeconds: () => Math.floor(nowMs() / 1000) };
}
