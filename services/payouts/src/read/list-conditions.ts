import { all, oneOf, secondsOf, type Bind, type From } from "@flowlix/engine";
import type { PayoutListRequest, Range } from "@flowlix/contracts";
import type { SearchMatch } from "./search-match.ts";

/** A page as the table is asked for it. */
export interface WantedPage extends Omit<PayoutListRequest, "search" | "starting_after" | "ending_before"> {
  /** Null begins with the newest. */
  readonly from: From | null;
  /** What the search may have meant, at least one thing; null where nothing is searched for. */
  readonly search: readonly SearchMatch[] | null;
}

/** What is listed; each condition is text for a table aliased `p`. */
export interface Filters {
  readonly scope: readonly string[];
  /** Of the groups that totals are kept of. */
  readonly group: readonly string[];
  readonly created: Ranged;
  readonly amount: Ranged;
  readonly last4: readonly string[];
  /** A search, for which an index of searches may serve. */
  readonly found: readonly string[];
  /** The same search for a walk through the list: answered by what stands in its index, and by no other. */
  readonly read: readonly string[];
}

/** What is listed, and which page of it. */
export interface Conditions extends Filters {
  readonly beyond: readonly string[];
  readonly going: "older" | "newer";
  readonly order: string;
  readonly limit: string;
}

/** A range; what is not in it keeps exactly one of the pieces outside. */
export interface Ranged {
  readonly inside: readonly string[];
  readonly outside: readonly string[];
}

const LEAST_AMOUNT = 1;

export function filtersOf(wanted: WantedPage, bind: Bind): Filters {
  const scope = [
    `p.merchant_id = ${bind(wanted.scope.merchant_id, "text")}`,
    `p.livemode = ${bind(wanted.scope.livemode, "boolean")}`,
  ];
  return {
    scope,
    group: [
      ...oneOf("p.status", wanted.status, bind),
      ...oneOf("p.currency", wanted.currency, bind),
      ...oneOf("p.card_brand", wanted.card_brand, bind),
    ],
    created: createdSql(secondsOf(wanted.created), bind),
    amount: amountSql(amountsOf(wanted.amount), bind),
    last4: wanted.card_last4 === null ? [] : oneOf("p.card_last4", [wanted.card_last4], bind),
    ...searchSql(wanted.search, scope, bind),
  };
}

export function conditionsOf(wanted: WantedPage, bind: Bind): Conditions {
  const going = wanted.from?.going ?? "older";
  const direction = going === "newer" ? "asc" : "desc";
  return {
    ...filtersOf(wanted, bind),
    beyond: positionSql(wanted.from, bind),
    going,
    order: `p.created_at ${direction}, p.seq ${direction}`,
    limit: bind(wanted.limit + 1, "bigint"),
  };
}

/**
 * The same condition, written so that the planner uses no index that begins with it. An index serves its own
 * collation only, and comparing is the same in any: letter by letter.
 */
export const unindexed = (group: readonly string[]): readonly string[] =>
  group.map((condition) => condition.replace(" = ", ' collate "C" = '));

function positionSql(from: From | null, bind: Bind): string[] {
  if (from === null) return [];
  const { created_at, seq } = from.position;
  const place = `(${bind(created_at, "timestamptz")}, ${bind(seq, "bigint")})`;
  if (from.going === "older") return [`(p.created_at, p.seq) < ${place}`];
  return [`(p.created_at, p.seq) > ${place}`, `p.created_at < ${bind(from.settledUntil, "timestamptz")}`];
}

/** A bound that every amount keeps is none, and need not be counted. */
export const amountsOf = ({ gte, lte }: Range): Range => ({
  gte: gte === null || gte <= LEAST_AMOUNT ? null : gte,
  lte,
});

/** A range, and the pieces that are outside of it; without bounds there is neither. */
function rangeSql(column: string, from: string | null, until: string | null): Ranged {
  const pieces = (outOf: string, into: string) => [
    ...(from === null ? [] : [`${column} ${outOf} ${from}`]),
    ...(until === null ? [] : [`${column} ${into} ${until}`]),
  ];
  return { inside: pieces(">=", "<"), outside: pieces("<", ">=") };
}

function amountSql({ gte, lte }: Range, bind: Bind): Ranged {
  const from = gte === null ? null : bind(gte, "bigint");
  const until = lte === null ? null : bind(lte + 1, "bigint");
  return rangeSql("p.amount", from, until);
}

function createdSql({ gte, lte }: Range, bind: Bind): Ranged {
  const from = gte === null ? null : `to_timestamp(${bind(gte, "float8")})`;
  const until = lte === null ? null : `to_timestamp(${bind(lte + 1, "float8")})`;
  return rangeSql("p.created_at", from, until);
}

function searchSql(
  search: readonly SearchMatch[] | null,
  scope: readonly string[],
  bind: Bind,
): Pick<Filters, "found" | "read"> {
  if (search === null) return { found: [], read: [] };
  const both = search.map((match) => matchSql(match, scope, bind));
  const either = (ways: readonly string[]) => [`(${ways.join(" or ")})`];
  return { found: either(both.map(({ found }) => found)), read: either(both.map(({ read }) => read)) };
}

function matchSql(match: SearchMatch, scope: readonly string[], bind: Bind): { found: string; read: string } {
  const same = (sql: string) => ({ found: sql, read: sql });
  switch (match.by) {
    case "text": {
      const pattern = `${bind(match.pattern, "text")} escape '\\'`;
      // No index of trigrams serves another collation.
      const read = `p.search_text collate "C" like ${pattern}`;
      return { found: match.indexed ? `p.search_text like ${pattern}` : read, read };
    }
    case "id": {
      const found = `lower(p.id collate "C") = ${bind(match.folded, "text")}`;
      return {
        found,
        // The list's index has no ids.
        read: `p.seq = any(array(select p.seq from payouts.payouts as p where ${all(scope)} and ${found}))`,
      };
    }
    case "card_last4":
      return same(`p.card_last4 = ${bind(match.last4, "text")}`);
    case "amount":
      return same(`p.amount = ${bind(match.amount, "bigint")}`);
  }
}
