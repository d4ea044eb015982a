import { promisify } from "node:util";
import { constants, deflateRaw, inflateRawSync } from "node:zlib";
import type { LoggedRequest } from "@flowlix/contracts";

/** A request as it is written. */
export interface LogLine extends Omit<LoggedRequest, "at_ms" | "error_param" | "error_message"> {
  readonly merchant_id: string;
  /** How long ago it came, in milliseconds. */
  readonly age_ms: number;
  readonly request_body: string | null;
  readonly answer_body: string | null;
}

/** One of the earlier lines of a row. */
export interface PackedLine extends Omit<LogLine, "merchant_id" | "age_ms"> {
  /** How much earlier than the row's own request it came, in milliseconds; below zero where it came later. */
  readonly before_ms: number;
}

/** Lines of one merchant that are written together: the last one, and what of the earlier ones a search needs. */
export interface LogRow {
  readonly last: LogLine;
  readonly earlier: Buffer | null;
  readonly earlierCount: number;
  /** How many of the earlier ones failed. */
  readonly earlierErrors: number;
  /** With which keys the earlier ones were sent. */
  readonly earlierKeys: readonly string[];
  readonly idsFrom: string | null;
  readonly idsTo: string | null;
}

/** A hundred lines of two bodies of the longest kind are less (docs/decisions/0092-the-request-log-is-lossy.md). */
const UNPACKED_BYTES_MAX = 8 * 1024 * 1024;
const IS_ERROR = 400;

const deflate = promisify(deflateRaw);

/** A row for each merchant, in the order of the last lines. Lines repeat each other, so little is left of them. */
export const rowsOf = (lines: readonly LogLine[]): Promise<LogRow[]> =>
  Promise.all([...Map.groupBy(lines, (line) => line.merchant_id).values()].map(rowOf));

async function rowOf(lines: readonly LogLine[]): Promise<LogRow> {
  const last = lines.at(-1);
  if (last === undefined) throw new Error("a row of no lines");
  const earlier = lines.slice(0, -1);
  if (earlier.length === 0)
    return {
      last,
      earlier: null,
      earlierCount: 0,
      earlierErrors: 0,
      earlierKeys: [],
      idsFrom: null,
      idsTo: null,
    };
  const ids = lines.map((line) => line.request_id).toSorted();
  return {
    last,
    earlier: await deflate(JSON.stringify(earlier.map((line) => packed(line, last))), {
      level: constants.Z_BEST_SPEED,
    }),
    earlierCount: earlier.length,
    earlierErrors: earlier.filter(({ status }) => status >= IS_ERROR).length,
    earlierKeys: [...new Set(earlier.map((line) => line.key_id))],
    idsFrom: ids[0] ?? null,
    idsTo: ids.at(-1) ?? null,
  };
}

const packed = ({ merchant_id: _merchant, age_ms: ageMs, ...line }: LogLine, last: LogLine): PackedLine => ({
  ...line,
  before_ms: ageMs - last.age_ms,
});

/** The earlier lines of a row, the oldest first. */
export function unpacked(earlier: Buffer | null): readonly PackedLine[] {
  if (earlier === null) return [];
  const lines: readonly PackedLine[] = JSON.parse(
    inflateRawSync(earlier, { maxOutputLength: UNPACKED_BYTES_MAX }).toString("utf8"),
  );
  return lines;
}
