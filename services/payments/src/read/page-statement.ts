import { all, binder, type Bind } from "@flowlix/engine";
import { DECLINED_CARDS } from "../payment/declined-cards.ts";
import { OWN_COLUMNS } from "../payment/payment-columns.ts";
import type { PaymentRow } from "../payment/payment.entity.ts";
import { REFUNDS_OF_PAYMENT } from "../refunds/reservation.ts";
import { ofAnyCombination } from "./facet-combinations.ts";
import {
  conditionsOf,
  facetConditions,
  facetsOf,
  HAS_ENDED,
  IS_OPEN,
  isOfOpen,
  mayBeOpen,
  withoutFacets,
  type FilterGroup,
  type ListConditions,
  type WantedPage,
} from "./list-conditions.ts";

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

/**
 * The rows of a page and one more, which shows whether there are more, from the position on: newest
 * first, or oldest first when going to newer ones. The first row is there with any number of Refunds.
 * It has what is certain to stay; going to newer ones it ends where something may still come in between, so that
 * a reader who goes on from its newest sees everything once (docs/design/decisions.md#list-certain).
 *
 * Where a group of the filters is known to match few (`groupOfFew`), those are taken and sorted. Else the planner
 * chooses, which is nearly always to go through the merchant's list until the page is full.
 */
export function pageStatement(wanted: WantedPage, few: FilterGroup | null): PageStatement {
  const { values, bind } = binder();
  const conditions = conditionsOf(few === "facets" ? withoutFacets(wanted) : wanted, bind);
  const { scope, place, groups } = conditions;
  const others = [...groups].flatMap(([group, ones]) => (group === few ? [] : ones));
  const direction = wanted.from?.going === "newer" ? "asc" : "desc";
  const order = `p.created_at ${direction}, p.seq ${direction}`;
  const text = `
    with page as (
      select * from ${few === null ? "payments.payments" : matchesOfGroup(wanted, conditions, few, bind)} as p
       where ${all(few === null ? [...scope, ...dueOnes(wanted)] : [], place, others)}
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

/** The merchant's Payments that match the group, by its index. The offset keeps the planner from other ways to them. */
function matchesOfGroup(
  wanted: WantedPage,
  { scope, groups }: ListConditions,
  group: FilterGroup,
  bind: Bind,
): string {
  const rows = (which: string, ones: readonly string[]) =>
    `select p.* from payments.payments as p\n         where ${all(scope, [which], ones)}`;
  const conditions = groups.get(group);
  const branches = [
    conditions === undefined
      ? ofAnyCombination(facetsOf(wanted), bind, (ones) => rows(HAS_ENDED, ones))
      : rows(HAS_ENDED, conditions),
  ];
  if (mayBeOpen(wanted)) branches.push(rows(IS_OPEN, conditions ?? facetConditions(wanted, bind)));
  return `(\n        ${branches.join("\n        union all\n        ")}\n        offset 0)`;
}

/** So that the planner knows that the index of due ones has them all. */
const dueOnes = (wanted: WantedPage): string[] => (isOfOpen(wanted) ? ["p.next_look_at is not null"] : []);
