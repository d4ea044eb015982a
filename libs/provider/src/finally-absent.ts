import { ABSENT_TWICE_APART_MS, type AbsentFinality } from "./absent-finality.ts";
import type { SubmittedBetween } from "./order.ts";

/** An object that its acquirer has just said it does not know. */
export interface Absence {
  readonly finality: AbsentFinality;
  /** Absent where nobody knows until when it can have been submitted: then no absence is late enough. */
  readonly submittedBetween: SubmittedBetween | undefined;
  /** When it was asked, by the database's clock in Unix milliseconds. */
  readonly askedAtMs: number;
  /** When an absence that was late enough was first read; null where none was yet. */
  readonly absentAtMs: number | null;
}

/**
 * What an absence means (`AbsentFinality`): `final`, the object was never executed and never will be; `first`, it is
 * late enough, and has to be read once more; `early`, it proves nothing yet; `never`, it proves nothing, however often
 * it is read; `closable`, the reference is to be closed instead.
 */
export function isFinallyAbsent({
  finality,
  submittedBetween,
  askedAtMs,
  absentAtMs,
}: Absence): "closable" | "never" | "early" | "first" | "final" {
  if (finality === "by_close") return "closable";
  if (finality === "never" || submittedBetween === undefined) return "never";
  if (finality.sinceMs !== undefined && submittedBetween.firstMs < finality.sinceMs) return "never";
  if (askedAtMs <= submittedBetween.lastMs + finality.afterMs) return "early";
  if (absentAtMs === null) return "first";
  return askedAtMs - absentAtMs >= ABSENT_TWICE_APART_MS ? "final" : "early";
}
