import { reasonOf } from "./reason-of.ts";

/** What is repeated until it comes off tells of its failures here. */
export interface RepeatedFailures {
  /** It failed. `about` stands in the line; `key` tells apart what fails for itself, such as one object. */
  failed(error: unknown, about?: Readonly<Record<string, unknown>>, key?: string): void;
  /** It came off: says so where it had failed before. */
  cameOff(about?: Readonly<Record<string, unknown>>, key?: string): void;
}

type Tell = (fields: object, words: string) => void;

export interface RepeatedFailuresOptions {
  readonly logger: { readonly warn: Tell; readonly info?: Tell; readonly error?: Tell };
  /** What failed, in the words of the log line. */
  readonly failed: string;
  /** That it came off again; absent where nobody needs to know. */
  readonly again?: string;
  readonly level?: "warn" | "error";
}

interface Row {
  readonly reason: string;
  readonly failures: number;
  /** Of the last of them, by the process's monotonic clock. */
  readonly at: number;
}

/** Rows of failures that are remembered; of more than these each failure is told as the first. */
const KEYS_MAX = 1_000;
/** A row ends by itself where nothing failed for so long. */
const ROW_ENDS_MS = 600_000;

/**
 * One line with the stack for the first failure of a row, and for one with another reason; for the same reason one
 * without, with the count, at the tenth, the hundredth and so on. So a long outage is told once and not each second.
 */
export function repeatedFailures(options: RepeatedFailuresOptions): RepeatedFailures {
  const { logger, failed, again, level = "warn" } = options;
  const rows = new Map<string, Row>();
  const rowOf = (key: string): Row | undefined => {
    const row = rows.get(key);
    return row !== undefined && performance.now() - row.at < ROW_ENDS_MS ? row : undefined;
  };
  const write = (fields: object): void => {
    if (level === "error" && logger.error !== undefined) logger.error(fields, failed);
    else logger.warn(fields, failed);
  };
  return {
    failed(error, about = {}, key = "") {
      const before = rowOf(key);
      const reason = reasonOf(error);
      const failures = (before?.failures ?? 0) + 1;
      rows.delete(key);
      if (rows.size < KEYS_MAX) rows.set(key, { reason, failures, at: performance.now() });
      if (before?.reason !== reason) write({ ...about, err: error });
      else if (isPowerOfTen(failures)) write({ ...about, error: reason, failures });
    },
    cameOff(about = {}, key = "") {
      const before = rowOf(key);
      rows.delete(key);
      if (before !== undefined && again !== undefined)
        logger.info?.({ ...about, failures: before.failures }, again);
    },
  };
}

const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count));
