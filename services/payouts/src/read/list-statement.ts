import type { PayoutListRequest, Range } from "@flowlix/contracts";
import { ROW_COLUMNS } from "../payout/payout-columns.ts";
import type { SearchMatch } from "./search-match.ts";

/** Where a Payout stands in the order of acceptance, as the database writes it: exact, whatever a Date can hold. */
export interface Position {
  readonly created_at: string;
  readonly seq: string;
}

/** A page as the table is asked for it. */
export interface WantedPage extends Omit<PayoutListRequest, "search" | "starting_after" | "ending_before"> {
  /** Rows on the far side of it; null begins with the newest. */
  readonly from: { readonly position: Position; readonly going: "older" | "newer" } | null;
  /** What the search may have meant, at least one thing; null where nothing is searched for. */
  readonly search: readonly SearchMatch[] | null;
}

export interface ListStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The last second that any timestamp of ours can have; later ones are beyond the database's own. */
const LATEST_S = 253_402_300_799;

/** Matches are gathered up to this number; where there are more, a page is soon found by going through the list. */
const GATHERED_MAX = 10_000;

type Bind = (value: unknown, type: string) => string;

/** The conditions of a list, put together once; each is text for a table aliased `p`. */
interface Conditions {
  readonly scope: readonly string[];
  /** Of the groups that totals are kept of. */
  readonly group: readonly string[];
  readonly created: readonly string[];
  /** Everything else. */
  readonly other: readonly string[];
  readonly beyond: readonly string[];
  readonly order: string;
  readonly limit: string;
}

/**
 * One statement, and so one snapshot, for a page and the number of all that match. It answers the rows of
 * the page and one more, which tells whether there are more, from the position on: newest first, or oldest
 * first when going to newer ones. Where the page is empty there is one row with nothing but `total_count`.
 */
export function listStatement(wanted: WantedPage): ListStatement {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const conditions = conditionsOf(wanted, bind);
  const { order } = conditions;
  const text = `${conditions.other.length === 0 ? fromTotals(conditions) : gathered(conditions)}
    select total.total_count, ${ROW_COLUMNS}
      from total left join (keys join payouts.payouts as p on ${all(conditions.scope)}
                                  and p.created_at = keys.created_at and p.seq = keys.seq) on true
     order by ${order}`;
  return { text, values };
}

const all = (...conditions: (readonly string[])[]): string => conditions.flat().join(" and ");

/**
 * Without a search, an amount or a last four: the total is kept, or counted on the index where a range of
 * `created` asks for a part; the page is the first rows of each group together.
 */
function fromTotals({ scope, group, created, beyond, order, limit }: Conditions): string {
  const total =
    created.length === 0
      ? "select coalesce(sum(n), 0)::bigint as total_count from groups"
      : `select count(*) as total_count from payouts.payouts as p where ${all(scope, group, created)}`;
  return `
    with groups as materialized (
      select status, currency, card_brand, sum(n) as n
        from (select p.status, p.currency, p.card_brand, p.payouts as n from payouts.totals as p where ${all(scope, group)}
              union all
              select p.status, p.currency, p.card_brand, p.change from payouts.total_deltas as p where ${all(scope, group)}) as kept
       group by status, currency, card_brand
    ), total as (${total}
    ), keys as (
      select p.created_at, p.seq
        from groups cross join lateral (
          select p.created_at, p.seq from payouts.payouts as p
           where ${all(scope, created, beyond)} and p.status = groups.status and p.currency = groups.currency
             and p.card_brand = groups.card_brand
           order by ${order} limit ${limit}) as p
       order by ${order} limit ${limit}
    )`;
}

/**
 * Otherwise matches are gathered, newest or not, until it is clear that there are few. Few: they are all
 * there, to be counted and sorted. Many: they are counted, and the page is found by going through the list.
 */
function gathered({ scope, group, created, other, beyond, order, limit }: Conditions): string {
  const matching = all(scope, group, created, other);
  return `
    with found as materialized (
      select p.created_at, p.seq from payouts.payouts as p where ${matching} limit ${GATHERED_MAX + 1}
    ), gathered as materialized (select count(*) as n from found
    ), total as (
      select case when n <= ${GATHERED_MAX} then n
                  else (select count(*) from payouts.payouts as p where ${matching}) end as total_count
        from gathered
    ), keys as (
      (select p.created_at, p.seq from found as p
        where (select n from gathered) <= ${GATHERED_MAX} and ${all(["true"], beyond)}
        order by ${order} limit ${limit})
      union all
      (select p.created_at, p.seq from payouts.payouts as p
        where (select n from gathered) > ${GATHERED_MAX} and ${matching} and ${all(["true"], beyond)}
        order by ${order} limit ${limit})
    )`;
}

function conditionsOf(wanted: WantedPage, bind: Bind): Conditions {
  const direction = wanted.from?.going === "newer" ? "asc" : "desc";
  return {
    scope: [
      `p.merchant_id = ${bind(wanted.scope.merchant_id, "text")}`,
      `p.livemode = ${bind(wanted.scope.livemode, "boolean")}`,
    ],
    group: [
      ...oneOf("p.status", wanted.status, bind),
      ...oneOf("p.currency", wanted.currency, bind),
      ...oneOf("p.card_brand", wanted.card_brand, bind),
    ],
    created: within("p.created_at", secondsOf(wanted.created), (s) => `to_timestamp(${bind(s, "float8")})`),
    other: [
      ...within("p.amount", wanted.amount, (amount) => bind(amount, "bigint")),
      ...oneOf("p.card_last4", wanted.card_last4 === null ? [] : [wanted.card_last4], bind),
      ...(wanted.search === null
        ? []
        : [`(${wanted.search.map((one) => matchSql(one, bind)).join(" or ")})`]),
    ],
    beyond: positionSql(wanted.from, bind),
    order: `p.created_at ${direction}, p.seq ${direction}`,
    limit: bind(wanted.limit + 1, "bigint"),
  };
}

function positionSql(from: WantedPage["from"], bind: Bind): string[] {
  if (from === null) return [];
  const { position, going } = from;
  const place = `(${bind(position.created_at, "timestamptz")}, ${bind(position.seq, "bigint")})`;
  return [`(p.created_at, p.seq) ${going === "older" ? "<" : ">"} ${place}`];
}

/**
 * The seconds of Payouts as they are shown, down to the last microsecond: a range's end is the second that
 * is no longer in it.
 */
const secondsOf = ({ gte, lte }: Range): Range => ({
  gte: gte === null ? null : Math.min(gte, LATEST_S),
  lte: lte === null ? null : Math.min(lte, LATEST_S),
});

function within(column: string, { gte, lte }: Range, bound: (value: number) => string): string[] {
  return [
    ...(gte === null ? [] : [`${column} >= ${bound(gte)}`]),
    ...(lte === null ? [] : [`${column} < ${bound(lte + 1)}`]),
  ];
}

function oneOf(column: string, values: readonly string[], bind: Bind): string[] {
  if (values.length === 0) return [];
  if (values.length === 1) return [`${column} = ${bind(values[0], "text")}`];
  return [`${column} = any(${bind(values, "text[]")})`];
}

function matchSql(match: SearchMatch, bind: Bind): string {
  switch (match.by) {
    case "text":
      return `p.search_text like ${bind(match.pattern, "text")} escape '\\'`;
    case "id":
      return `lower(p.id collate "C") = ${bind(match.folded, "text")}`;
    case "card_last4":
      return `p.card_last4 = ${bind(match.last4, "text")}`;
    case "amount":
      return `p.amount = ${bind(match.amount, "bigint")}`;
  }
}
