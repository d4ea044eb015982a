import type { BookLineKind } from "@flowlix/contracts";
import { NotCsv } from "./csv-reader.ts";

/**
 * What a row of a report is by the word that it has for its kind: a movement of ours, or foreign (a fee, a chargeback,
 * a payment to our bank) by an explicit list. Throws NotCsv for a word that is in neither: what nobody has thought of
 * may be a movement, so that the statement is garbled and nothing is proved by it.
 */
export function kindOfRow(
  word: string,
  ours: ReadonlyMap<string, BookLineKind>,
  foreign: ReadonlySet<string>,
): BookLineKind | null {
  const kind = ours.get(word);
  if (kind !== undefined) return kind;
  if (foreign.has(word)) return null;
  throw new NotCsv("a row of a kind that nobody knows");
}
