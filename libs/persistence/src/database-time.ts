/**
 * The database's time, carried on by this process's monotonic clock (docs/design/architecture.md#rule-13). When exactly
 * the database read its clock is not known: some moment between the question and the answer. A deadline is held to the
 * latest time that it can be, and what is recorded has the earliest, so that no object shows a time that is still to
 * come.
 */
export interface DatabaseTime {
  /** At the latest: for deadlines. */
  nowMs(): number;
  /** At the earliest: for what is recorded. */
  nowSeconds(): number;
}

/** Moments of this process's `performance.now()`. */
export interface Asked {
  /** Before the database was asked; as `answeredAt` where it is absent. */
  readonly askedAt?: number;
  /** After it answered; the moment of the call where it is absent. */
  readonly answeredAt?: number;
}

/** `databaseMs` is what the database's clock said in between. */
export function databaseTime(databaseMs: number, asked: Asked = {}): DatabaseTime {
  const { answeredAt = performance.now() } = asked;
  const { askedAt = answeredAt } = asked;
  const since = (at: number) => databaseMs + (performance.now() - at);
  return { nowMs: () => since(askedAt), nowSeconds: () => Math.floor(since(answeredAt) / 1000) };
}

/** Whole milliseconds of a time, as they travel, in SQL. */
export const msSql = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::bigint`;

/** The database's time in whole milliseconds, in SQL. */
export const NOW_MS = msSql("platform.clock()");
