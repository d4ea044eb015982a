import { query, type Pool } from "@flowlix/persistence";
import {
  all,
  binder,
  conditionsOf,
  facetsOf,
  HAS_ENDED,
  isOfOpen,
  oneOf,
  type Bind,
  type Facet,
  type FilterGroup,
  type WantedPage,
} from "./list-conditions.ts";
import type { PageStatement } from "./page-statement.ts";
import type { SearchMatch } from "./search-term.ts";

/**
 * Matches of a group that are taken and sorted at most: 2,000 for a page of ten, 6,000 for one of a hundred. To take
 * one costs as much as to pass three in the list, where they stand side by side. So up to here it is the shorter way,
 * of a million Payments. Of more matches, spread evenly, the list has the page after 7,000 or 17,000 rows.
 */
export const sortedMax = (limit: number): number => Math.round(600 * Math.sqrt(limit + 1));

/** So many combinations of values are counted one by one: each takes up to 2 ms of a million Payments. */
const COMBINATIONS_MAX = 12;

/**
 * The group of filters that fewest of the merchant's Payments match, if they are few enough to be sorted; else null.
 * The planner knows the values of all merchants together and takes each merchant for like the others. Of what a
 * platform has in plenty and this merchant lacks, it would look through all of the merchant's.
 */
export async function groupOfFew(pool: Pool, wanted: WantedPage): Promise<FilterGroup | null> {
  const statement = countStatement(wanted);
  if (statement === null) return null;
  const [fewest] = await query<{ group: FilterGroup; matches: number }>(pool, statement);
  return fewest !== undefined && fewest.matches <= sortedMax(wanted.limit) ? fewest.group : null;
}

/**
 * The group with fewest matches among those that have ended, of all times, counted a little further than what is
 * sorted. Each is counted in its index alone, which compares values that hundreds of rows share once. Null where there
 * is nothing to choose: without such filters, of open ones alone, and for what is unique.
 */
export function countStatement(wanted: WantedPage): PageStatement | null {
  if (isOfOpen(wanted) || isSearchFor(wanted, "id")) return null;
  // An e-mail and a reference have indexes in the order of lists.
  const search = isSearchFor(wanted, "card_last4", "amount") ? wanted.search : null;
  const { values, bind } = binder();
  // Facets are counted on their own (`matchingFacets`).
  const { scope, groups, ways } = conditionsOf(
    { ...wanted, ...NO_FACETS, from: null, created: EVER, search },
    bind,
  );
  const max = sortedMax(wanted.limit) + 1;
  const matching = (conditions: readonly string[]) =>
    `select from payments.payments as p\n         where ${all(scope, [HAS_ENDED], conditions)}\n         limit ${max}`;
  const countOf = (rows: string) => `(select count(*)::integer from (${rows}) as match)`;
  const facets = facetsOf(wanted).filter((facet) => facet.values.length > 0);
  const counts = [...groups].map(([group, conditions]) => {
    const either = group === "search" ? ways.map((way) => [way]) : [conditions];
    return `('${group}', ${either.map((one) => countOf(matching(one))).join(" + ")})`;
  });
  if (facets.length > 0) counts.push(`('facets', ${countOf(matchingFacets(facets, matching, max, bind))})`);
  if (counts.length === 0) return null;
  const text = `
    select "group", matches from (values ${counts.join(",\n      ")}) as counted ("group", matches)
     order by matches limit 1`;
  return { text, values };
}

/**
 * Postgres 16 compares several values of a column once per row, where one of the columns before it is free, and one
 * value once per key. So combinations of values are counted one by one, unless they are very many.
 */
function matchingFacets(
  facets: readonly Facet[],
  matching: (conditions: readonly string[]) => string,
  max: number,
  bind: Bind,
): string {
  const combinations = facets.reduce((product, { values }) => product * values.length, 1);
  if (combinations > COMBINATIONS_MAX)
    return matching(facets.flatMap(({ column, values }) => oneOf(column, values, bind)));
  const several = facets.filter(({ values }) => values.length > 1);
  const each = facets.map((facet) => {
    const nth = several.indexOf(facet);
    return nth === -1 ? oneOf(facet.column, facet.values, bind) : [`${facet.column} = asked${nth}`];
  });
  if (several.length === 0) return matching(each.flat());
  const asked = several.map(({ values }, nth) => `unnest(${bind(values, "text[]")}) as asked${nth}`);
  return `select from ${asked.join(" cross join ")}
         cross join lateral (${matching(each.flat())}) as one limit ${max}`;
}

const NO_FACETS = { currency: [], card_brand: [], payment_method_type: [], integration_type: [], status: [] };

const EVER = { gte: null, lte: null };

const isSearchFor = ({ search }: WantedPage, ...kinds: readonly SearchMatch["by"][]): boolean =>
  search?.some(({ by }) => kinds.includes(by)) === true;
