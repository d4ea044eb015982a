import { noSuchPosition } from "@flowlix/engine";
import type { From } from "./events/events-reads.ts";

export interface Cursors {
  readonly starting_after: string | null;
  readonly ending_before: string | null;
}

/**
 * Where a page begins. Errors: invalid_search_criteria for a cursor that names nothing of this list.
 */
export async function startOf<Position>(
  { starting_after, ending_before }: Cursors,
  positionOf: (id: string, going: "older" | "newer") => Promise<Position | null>,
): Promise<From<Position>> {
  const id = starting_after ?? ending_before;
  if (id === null) return null;
  const going = starting_after === null ? "newer" : "older";
  const position = await positionOf(id, going);
  if (position !== null) return { position, going };
  const param = starting_after === null ? "ending_before" : "starting_after";
  throw noSuchPosition(param);
}

/** A page, newest first in both directions, of rows that were asked for with one more than fit. */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  { limit, from }: { readonly limit: number; readonly from: From<unknown> },
  show: (row: Row) => Shown,
): { data: Shown[]; has_more: boolean } {
  const data = rows.slice(0, limit).map(show);
  return { data: from?.going === "newer" ? data.toReversed() : data, has_more: rows.length > limit };
}
