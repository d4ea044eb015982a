import { oneOf, type Bind } from "@flowlix/engine";
import type { Facet } from "./list-conditions.ts";

/** So many combinations of values are found one by one: each takes up to 2 ms of a million Payments. */
const COMBINATIONS_MAX = 12;

/**
 * The Payments `p` of any of the facets' values, as SQL. Postgres 16 compares several values of a column once per row,
 * where one of the columns before it is free, and one value once per key. So combinations of values are found one by
 * one, unless they are very many. `rowsOf` is the query for Payments with some conditions.
 */
export function ofAnyCombination(
  facets: readonly Facet[],
  bind: Bind,
  rowsOf: (conditions: readonly string[]) => string,
): string {
  const several = facets.filter(({ values }) => values.length > 1);
  const combinations = several.reduce((product, { values }) => product * values.length, 1);
  if (several.length === 0 || combinations > COMBINATIONS_MAX)
    return rowsOf(facets.flatMap(({ column, values }) => oneOf(column, values, bind)));
  const each = facets.flatMap((facet) => {
    const nth = several.indexOf(facet);
    return nth === -1 ? oneOf(facet.column, facet.values, bind) : [`${facet.column} = asked${nth}`];
  });
  const asked = several.map(({ values }, nth) => `unnest(${bind(values, "text[]")}) as asked${nth}`);
  // Without the offset the planner may take all values at once again.
  return `select p.* from ${asked.join(" cross join ")}
         cross join lateral (${rowsOf(each)} offset 0) as p`;
}
