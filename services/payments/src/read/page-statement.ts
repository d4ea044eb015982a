import type { From } from "@flowlix/engine";
import type { PaymentListRequest, Range } from "@flowlix/contracts";
import { DECLINED_CARDS } from "../payment/declined-cards.ts";
import { OWN_COLUMNS } from "../payment/payment-columns.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { REFUNDS_OF_PAYMENT } from "../refunds/reservation.ts";
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

/**
 * Refunds that a page shows at most: with 1,000 to a Payment a hundred of them would be 60 MB. So many, each of 650
 * bytes at the longest, go through the bus beside a hundred of the longest Payments (`BUS_PAYLOAD_BYTES`).
 */
export const REFUNDS_OF_PAGE_MAX = 3_000;

/** A row of a page; one that is `cut` belongs to the next, for the sake of the Refunds before it, and has none. */
export type PageRow = PaymentRow & { readonly cut: boolean };

export interface PageStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The last second that any timestamp of ours can have; later ones are beyond the database's own. */
const LATEST_S = 253_402_300_799;

type Bind = (value: unknown, type: string) => string;

/**
 * The rows of a page and one more, which shows whether there are more, from the position on: newest
 * first, or oldest first when going to newer ones. The first row is there with any number of Refunds.
 * It has what is certain to stay; going to newer ones it ends where something may still come in between, so that
 * a reader who goes on from its newest sees everything once (docs/design/decisions.md#list-certain).
 */
export function pageStatement(wanted: WantedPage): PageStatement {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`;
  const merchantId = bind(wanted.scope.merchant_id, "text");
  const livemode = bind(wanted.scope.livemode, "boolean");
  const inScope = (row: string) => [`${row}.merchant_id = ${merchantId}`, `${row}.livemode = ${livemode}`];
  const conditions = [
    ...inScope("p"),
    ...beyond(wanted.from, inScope, bind),
    isToStay("p"),
    ...within("p.created_at", secondsOf(wanted.created), (s) => `to_timestamp(${bind(s, "float8")})`),
    ...within("p.amount", wanted.amount, (amount) => bind(amount, "bigint")),
    ...oneOf("p.status", wanted.status, bind),
    ...openAreDue(wanted.status),
    ...oneOf("p.currency", wanted.currency, bind),
    ...oneOf("p.card_brand", wanted.card_brand, bind),
    ...oneOf("p.card_last4", wanted.card_last4 === null ? [] : [wanted.card_last4], bind),
    ...oneOf("p.integration_type", wanted.integration_type, bind),
    ...oneOf("p.payment_method_type", wanted.payment_method_type, bind),
    ...(wanted.search === null ? [] : [`(${wanted.search.map((one) => matching(one, bind)).join(" or ")})`]),
  ];
  const direction = wanted.from?.going === "newer" ? "asc" : "desc";
  const order = `p.created_at ${direction}, p.seq ${direction}`;
  const text = `
    with page as (
      select * from payments.payments as p
       where ${conditions.join("\n         and ")}
       order by ${order}
       limit ${bind(wanted.limit + 1, "bigint")}
    ), counted as (
      select *, coalesce(sum(p.refund_count) over (order by ${order}), 0) > ${REFUNDS_OF_PAGE_MAX} as cut from page as p
    )
    select ${OWN_COLUMNS}, p.cut, case when not p.cut then ${REFUNDS_OF_PAYMENT} end as refunds,
           case when not p.cut then ${DECLINED_CARDS} end as declined_cards
      from counted as p
     order by ${order}`;
  return { text, values };
}

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

/**
 * The seconds of Payments as they are shown, down to the last microsecond: a range's end is the second
 * that is no longer in it.
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

/**
 * Every open Payment is due some day (the constraint `open_is_due`), and the index of due ones is
 * short. So a question for open Payments alone may be answered from it.
 */
const openAreDue = (statuses: WantedPage["status"]): string[] =>
  statuses.length > 0 && !statuses.some(isTerminal) ? ["p.next_look_at is not null"] : [];

function oneOf(column: string, values: readonly string[], bind: Bind): string[] {
  if (values.length === 0) return [];
  if (values.length === 1) return [`${column} = ${bind(values[0], "text")}`];
  return [`${column} = any(${bind(values, "text[]")})`];
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
