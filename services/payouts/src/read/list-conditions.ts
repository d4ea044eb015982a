import type { From } from "@flowlix/engine";
import type { PayoutListRequest, Range } from "@flowlix/contracts";
import type { SearchMatch } from "./search-match.ts";

/** A page as the table is asked for it. */
export interface WantedPage extends Omit<PayoutListRequest, "search" | "starting_after" | "ending_before"> {
  /** Null begins with the newest. */
  readonly from: From | null;
  /** What the search may have meant, at least one thing; null where nothing is searched for. */
  readonly search: readonly SearchMatch[] | null;
}

/** The conditions of a list, put together once; each is text for a table aliased `p`. */
export interface Conditions {
  readonly scope: readonly string[];
  /** Of the groups that totals are kept of. */
  readonly group: readonly string[];
  /** Scope and group for rows that are not to be taken from an index which begins with them. */
  readonly scoped: readonly string[];
  readonly grouped: readonly string[];
  readonly created: readonly string[];
  /** The same range from outside: a row that does not keep `created` keeps exactly one of these. */
  readonly outside: readonly string[];
  /** Whether `created` takes in more than half of the time of which there are Payouts. */
  readonly mostOfTime: string;
  /** Of amounts and last fours. */
  readonly other: readonly string[];
  /** Where of both there is nothing but a range of amounts, the same range from outside, as that of `created` is. */
  readonly outsideAmounts: readonly string[];
  /** A search, for which an index of searches may serve. */
  readonly found: readonly string[];
  /** Whether such an index serves by trigrams. */
  readonly trigrams: boolean;
  /** The same search for a walk through the list: answered by what stands in its index, and by no other. */
  readonly read: readonly string[];
  readonly beyond: readonly string[];
  readonly going: "older" | "newer";
  readonly order: string;
  readonly limit: string;
}

/** The last second that any timestamp of ours can have; later ones are beyond the database's own. */
const LATEST_S = 253_402_300_799;
const LEAST_AMOUNT = 1;

type Bind = (value: unknown, type: string) => string;

export const all = (...conditions: (readonly string[])[]): string => conditions.flat().join(" and ");

/** The conditions with their values, in the order of their placeholders. */
export function conditionsOf(wanted: WantedPage): { conditions: Conditions; values: readonly unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const going = wanted.from?.going ?? "older";
  const direction = going === "newer" ? "asc" : "desc";
  const scope = [
    `p.merchant_id = ${bind(wanted.scope.merchant_id, "text")}`,
    `p.livemode = ${bind(wanted.scope.livemode, "boolean")}`,
  ];
  const group = [
    ...oneOf("p.status", wanted.status, bind),
    ...oneOf("p.currency", wanted.currency, bind),
    ...oneOf("p.card_brand", wanted.card_brand, bind),
  ];
  const conditions = {
    scope,
    group,
    scoped: scope.map((condition) => condition.replace(" = ", " is not distinct from ")),
    grouped: group.map(unindexed),
    ...createdSql(secondsOf(wanted.created), scope, bind),
    ...otherSql(wanted, bind),
    ...searchSql(wanted.search, scope, bind),
    trigrams: wanted.search?.some((match) => match.by === "text" && match.indexed) ?? false,
    beyond: positionSql(wanted.from, bind),
    going,
    order: `p.created_at ${direction}, p.seq ${direction}`,
    limit: bind(wanted.limit + 1, "bigint"),
  } as const;
  return { conditions, values };
}

/** An index serves its own collation only, and comparing is the same in any: letter by letter. */
const unindexed = (condition: string): string => condition.replace(" = ", ' collate "C" = ');

function positionSql(from: From | null, bind: Bind): string[] {
  if (from === null) return [];
  const { created_at, seq } = from.position;
  const place = `(${bind(created_at, "timestamptz")}, ${bind(seq, "bigint")})`;
  if (from.going === "older") return [`(p.created_at, p.seq) < ${place}`];
  return [`(p.created_at, p.seq) > ${place}`, `p.created_at < ${bind(from.settledUntil, "timestamptz")}`];
}

/**
 * The seconds of Payouts as they are shown, down to the last microsecond: a range's end is the second that
 * is no longer in it.
 */
const secondsOf = ({ gte, lte }: Range): Range => ({
  gte: gte === null ? null : Math.min(gte, LATEST_S),
  lte: lte === null ? null : Math.min(lte, LATEST_S),
});

/** A bound that every amount keeps is none, and need not be counted. */
const amountsOf = ({ gte, lte }: Range): Range => ({
  gte: gte === null || gte <= LEAST_AMOUNT ? null : gte,
  lte,
});

/** A range, and the pieces that are outside of it; without bounds there is neither. */
function rangeSql(column: string, from: string | null, until: string | null) {
  const pieces = (outOf: string, into: string) => [
    ...(from === null ? [] : [`${column} ${outOf} ${from}`]),
    ...(until === null ? [] : [`${column} ${into} ${until}`]),
  ];
  return { inside: pieces(">=", "<"), outside: pieces("<", ">=") };
}

function otherSql(
  { amount, card_last4 }: WantedPage,
  bind: Bind,
): Pick<Conditions, "other" | "outsideAmounts"> {
  const { gte, lte } = amountsOf(amount);
  const bound = (value: number | null) => (value === null ? null : bind(value, "bigint"));
  const { inside, outside } = rangeSql("p.amount", bound(gte), bound(lte === null ? null : lte + 1));
  if (card_last4 === null) return { other: inside, outsideAmounts: outside };
  return { other: [...inside, ...oneOf("p.card_last4", [card_last4], bind)], outsideAmounts: [] };
}

function createdSql(
  { gte, lte }: Range,
  scope: readonly string[],
  bind: Bind,
): Pick<Conditions, "created" | "outside" | "mostOfTime"> {
  const from = gte === null ? null : `to_timestamp(${bind(gte, "float8")})`;
  const until = lte === null ? null : `to_timestamp(${bind(lte + 1, "float8")})`;
  const { inside, outside } = rangeSql("p.created_at", from, until);
  const end = (direction: "asc" | "desc") => `
    (select p.created_at from payouts.payouts as p where ${all(scope)}
      order by p.created_at ${direction}, p.seq ${direction} limit 1)`;
  return {
    created: inside,
    outside,
    mostOfTime: `(
      select least(ends.last, ${until ?? "ends.last"}) - greatest(ends.first, ${from ?? "ends.first"})
               > (ends.last - ends.first) / 2
        from (select ${end("asc")} as first, ${end("desc")} as last) as ends)`,
  };
}

function oneOf(column: string, values: readonly string[], bind: Bind): string[] {
  if (values.length === 0) return [];
  if (values.length === 1) return [`${column} = ${bind(values[0], "text")}`];
  return [`${column} = any(${bind(values, "text[]")})`];
}

function searchSql(
  search: readonly SearchMatch[] | null,
  scope: readonly string[],
  bind: Bind,
): Pick<Conditions, "found" | "read"> {
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
