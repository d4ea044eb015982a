import type { DifferenceKind, ExplainedLine } from "@flowlix/contracts";
import type { Found, LineName, Stated } from "./lines.ts";

/** How long an object here may be open while the provider states its movement already. */
export const TOLERANCE_MS = 86_400_000;

/** Amount and currency of both sides, where both have the line. */
export function contradictions(
  line: LineName,
  statement: Stated,
  book: Stated,
  status: string | null,
): Found[] {
  const wrong: DifferenceKind[] = [];
  if (statement.amount !== book.amount) wrong.push("amount");
  if (statement.currency !== book.currency) wrong.push("currency");
  return wrong.map((difference) => ({ ...line, difference, state: "open", statement, book, status }));
}

/** The result for a line of the statement that our journals of its day lack. */
export interface Verdict {
  /** When we posted it, on any day and with any amount; null where we did not. */
  readonly postedMs: number | null;
  /** What is wrong with it, or may be; nothing where it was posted just so. */
  readonly found: readonly Found[];
}

/**
 * Matches a line of the statement with what its owner knows of it. An open object has a day to come to the same end. An
 * object whose entries its owner has yet to post has as long as that takes. One that ended otherwise differs at once.
 */
export function matchLine(
  line: LineName,
  statement: Stated,
  explained: ExplainedLine,
  nowMs: number,
): Verdict {
  const { known, status, ended, amount, currency, booked_at_ms, to_be_filled } = explained;
  const one = (difference: DifferenceKind, state: Found["state"], book: Stated | null): Verdict => ({
    postedMs: null,
    found: [{ ...line, difference, state, statement, book, status }],
  });
  if (!known) return one("missing_here", "open", null);
  if (booked_at_ms !== null && amount !== null && currency !== null) {
    const book = { amount, currency, atMs: booked_at_ms };
    return { postedMs: booked_at_ms, found: contradictions(line, statement, book, status) };
  }
  // The object is older than the journal, and its owner has not posted its entries yet.
  if (to_be_filled && amount === statement.amount && currency === statement.currency)
    return one("missing_here", "awaiting", null);
  if (!ended) return one("status", nowMs - statement.atMs <= TOLERANCE_MS ? "awaiting" : "open", null);
  // A Payment that SUCCEEDED says that it was charged. It does not say that the charge was reversed.
  return one(status === "SUCCEEDED" && line.kind !== "reversal" ? "missing_here" : "status", "open", null);
}
