import { all, binder } from "@flowlix/engine";
import { query, type Pool } from "@flowlix/persistence";
import {
  conditionsOf,
  createdWithin,
  facetsOf,
  HAS_ENDED,
  isOfOpen,
  withoutFacets,
  type FilterGroup,
  type WantedPage,
} from "./list-conditions.ts";
import { ofAnyCombination } from "./facet-combinations.ts";
import type { PageStatement } from "./page-statement.ts";
import type { SearchMatch } from "./search-term.ts";

/**
 * Matches of a group that are taken and sorted at most: 2,000 for a page of ten, 6,000 for one of a hundred. To take
 * one costs as much as to pass three in the list, where they stand side by side. So up to here it is the shorter way,
 * of a million Payments. Of more matches, spread evenly, the list has the page after 7,000 or 17,000 rows.
 */
export const sortedMax = (limit: number): number => Math.round(600 * Math.sqrt(limit + 1));

/**
 * The group of filters that fewest of the merchant's Payments match, if they are few enough to be sorted; else null.
 * The planner knows the values of all merchants together and takes each merchant for like the others. Of what a
 * platform has in plenty and this merchant lacks, it would look through all of the merchant's.
 */
export async function groupOfFew(pool: Pool, wanted: WantedPage): Promise<FilterGroup | null> {
  const statement = countStatement(wanted);
  if (statement === null) return null;
  const [fewest] = await query<{ group: FilterGroup | null; matches: number }>(pool, statement);
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
  const { scope, groups, ways } = conditionsOf(
    { ...withoutFacets(wanted), from: null, created: EVER, search },
    bind,
  );
  const max = sortedMax(wanted.limit) + 1;
  const rows = (...conditions: (readonly string[])[]) =>
    `select from payments.payments as p\n         where ${all(scope, ...conditions)}`;
  const ended = (conditions: readonly string[]) => rows([HAS_ENDED], conditions);
  const countOf = (found: string) =>
    `(select count(*)::integer from (${found}\n         limit ${max}) as match)`;
  const facets = facetsOf(wanted);
  const counts = [...groups].map(([group, conditions]) => {
    const either = group === "search" ? ways.map((way) => [way]) : [conditions];
    return `('${group}', ${either.map((one) => countOf(ended(one))).join(" + ")})`;
  });
  if (facets.length > 0) counts.push(`('facets', ${countOf(ofAnyCombination(facets, bind, ended))})`);
  if (counts.length === 0) return null;
  const created = createdWithin(wanted.created, bind);
  // What of the list is in the range may be less than what matches: then the list is the shorter way.
  if (created.length > 0) counts.push(`(null, ${countOf(rows(created))})`);
  const text = `
    select "group", matches from (values ${counts.join(",\n      ")}) as counted ("group", matches)
     order by matches, "group" nulls first limit 1`;
  return { text, values };
}

const EVER = { gte: null, lte: null };

const isSearchFor = ({ search }: WantedPage, ...kinds: readonly SearchMatch["by"][]): boolean =>
  search?.some(({ by }) => kinds.includes(by)) === true;
