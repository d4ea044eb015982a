import { oneOf, secondsOf, type Bind, type From } from "@flowlix/engine";
import { PAYMENT_STATUSES, type PaymentListRequest, type Range } from "@flowlix/contracts";
import { isTerminal } from "../lifecycle/payment-lifecycle.ts";
import { firstProvisionalSql, isToStay } from "./provisional.ts";
import type { SearchMatch } from "./search-term.ts";

/** A page as the table is asked for it. */
export interface WantedPage extends Omit<PaymentListRequest, "search" | "starting_after" | "ending_before"> {
  /** Null begins with the newest. */
  readonly from: From | null;
  /** What the search may have meant, at least one thing; null where nothing is searched for. */
  readonly search: readonly SearchMatch[] | null;
}

/** Filters that an index finds together, and a search, whose ways are found one by one. */
export type FilterGroup = "facets" | "last4" | "amount" | "search";

/** What is listed; each condition is text for a table aliased `p`. */
export interface ListConditions {
  readonly scope: readonly string[];
  /** From which position on, and in which range of `created`. */
  readonly place: readonly string[];
  /** The groups that are asked for. */
  readonly groups: ReadonlyMap<FilterGroup, readonly string[]>;
  /** The ways of the search, any of which holds; empty where nothing is searched for. */
  readonly ways: readonly string[];
}

export interface Facet {
  readonly column: string;
  /** Any of them, at least one. */
  readonly values: readonly string[];
}

const ENDED_STATUSES = PAYMENT_STATUSES.filter(isTerminal)
  .map((status) => `'${status}'`)
  .join(", ");

/** Of a Payment `p`: what the indexes by value have. The planner must see their own condition in it. */
export const HAS_ENDED = `p.status in (${ENDED_STATUSES})`;

/**
 * The others. Every open Payment is due some day (the constraint `open_is_due`), and the index of due ones is short.
 */
export const IS_OPEN = `p.next_look_at is not null and p.status not in (${ENDED_STATUSES})`;

/** Nothing but open Payments is asked for: the index of due ones finds them, whatever else is. */
export const isOfOpen = ({ status }: Pick<WantedPage, "status">): boolean =>
  status.length > 0 && !status.some(isTerminal);

/** Open Payments may be among what is asked for. */
export const mayBeOpen = ({ status }: Pick<WantedPage, "status">): boolean =>
  status.length === 0 || !status.every(isTerminal);

export function conditionsOf(wanted: WantedPage, bind: Bind): ListConditions {
  const merchantId = bind(wanted.scope.merchant_id, "text");
  const livemode = bind(wanted.scope.livemode, "boolean");
  const inScope = (row: string) => [`${row}.merchant_id = ${merchantId}`, `${row}.livemode = ${livemode}`];
  const ways = (wanted.search ?? []).map((match) => matching(match, bind));
  const groups: (readonly [FilterGroup, readonly string[]])[] = [
    ["facets", facetConditions(wanted, bind)],
    ["last4", oneOf("p.card_last4", wanted.card_last4 === null ? [] : [wanted.card_last4], bind)],
    ["amount", within("p.amount", wanted.amount, (amount) => bind(amount, "bigint"))],
    ["search", ways.length === 0 ? [] : [`(${ways.join(" or ")})`]],
  ];
  return {
    scope: inScope("p"),
    place: [...beyond(wanted.from, inScope, bind), isToStay("p"), ...createdWithin(wanted.created, bind)],
    groups: new Map(groups.filter(([, conditions]) => conditions.length > 0)),
    ways,
  };
}

/** What few values are of: the columns of `payments_facets` that are asked for, each with its values, once. */
export const facetsOf = (wanted: WantedPage): readonly Facet[] =>
  [
    { column: "p.currency", values: wanted.currency },
    { column: "p.card_brand", values: wanted.card_brand },
    { column: "p.payment_method_type", values: wanted.payment_method_type },
    { column: "p.integration_type", values: wanted.integration_type },
    { column: "p.status", values: wanted.status },
  ]
    .filter(({ values }) => values.length > 0)
    .map(({ column, values }) => ({ column, values: [...new Set(values)] }));

export const facetConditions = (wanted: WantedPage, bind: Bind): string[] =>
  facetsOf(wanted).flatMap(({ column, values }) => oneOf(column, values, bind));

function beyond(from: From | null, inScope: (row: string) => string[], bind: Bind): string[] {
  if (from === null) return [];
  const { created_at, seq } = from.position;
  const since = bind(created_at, "timestamptz");
  const place = `(${since}, ${bind(seq, "bigint")})`;
  if (from.going === "older") return [`(p.created_at, p.seq) < ${place}`];
  const unsettled = firstProvisionalSql([...inScope("o"), `o.created_at >= ${since}`]);
  return [
    `(p.created_at, p.seq) > ${place}`,
    `p.created_at < least(${bind(from.settledUntil, "timestamptz")}, ${unsettled})`,
  ];
}

/** The same question without its facets, for statements that name those their own way: no placeholder may be unused. */
export const withoutFacets = (wanted: WantedPage): WantedPage => ({
  ...wanted,
  currency: [],
  card_brand: [],
  payment_method_type: [],
  integration_type: [],
  status: [],
});

export const createdWithin = (created: Range, bind: Bind): string[] =>
  within("p.created_at", secondsOf(created), (s) => `to_timestamp(${bind(s, "float8")})`);

function within(column: string, { gte, lte }: Range, bound: (value: number) => string): string[] {
  return [
    ...(gte === null ? [] : [`${column} >= ${bound(gte)}`]),
    ...(lte === null ? [] : [`${column} < ${bound(lte + 1)}`]),
  ];
}

function matching(match: SearchMatch, bind: Bind): string {
  switch (match.by) {
    case "id":
      return `p.id = ${bind(match.id, "text")}`;
    case "merchant_reference":
      return `p.merchant_reference = ${bind(match.reference, "bigint")}`;
    case "billing_email":
      return `p.billing_email_folded = ${bind(match.folded, "text")}`;
    case "card_last4":
      return `p.card_last4 = ${bind(match.last4, "text")}`;
    case "amount":
      return `p.amount = ${bind(match.amount, "bigint")}`;
  }
}
