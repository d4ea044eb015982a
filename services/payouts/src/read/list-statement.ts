import { ROW_COLUMNS } from "../payout/payout-columns.ts";
import { all, conditionsOf, type Conditions, type WantedPage } from "./list-conditions.ts";

export interface ListStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What decides the way to an answer, never the answer. */
export interface ListBounds {
  /** So many Payouts are gone through in less time than an index of searches may take, whatever is asked of them. */
  readonly few: number;
  /** Matches are gathered up to this number; where there are more, the next one in the list is rarely far. */
  readonly gatheredMax: number;
}

export const LIST_BOUNDS: ListBounds = { few: 150_000, gatheredMax: 50_000 };

/** Whether the number of all Payouts of the merchant's mode decides how these are found. */
export const sizeMatters = ({ amount, card_last4, search }: WantedPage): boolean =>
  search !== null || card_last4 !== null || amount.gte !== null || amount.lte !== null;

/**
 * One statement, and so one snapshot, for a page and the number of all that match. It answers the rows of
 * the page and one more, which tells whether there are more, from the position on: newest first, or oldest
 * first when going to newer ones. Where the page is empty there is one row with nothing but `total_count`.
 * How many Payouts the merchant's mode has, about, decides about time and nothing else.
 */
export function listStatement(wanted: WantedPage, size: number, bounds: ListBounds): ListStatement {
  const { conditions, values } = conditionsOf(wanted);
  const { scope, order } = conditions;
  const text = `${keysSql(conditions, size, bounds)}
    select total.total_count, ${ROW_COLUMNS}
      from total left join (keys join payouts.payouts as p on ${all(scope)}
                                  and p.created_at = keys.created_at and p.seq = keys.seq) on true
     order by ${order}`;
  return { text, values };
}

function keysSql(conditions: Conditions, size: number, { few, gatheredMax }: ListBounds): string {
  if (conditions.other.length + conditions.found.length === 0) return fromTotals(conditions);
  return size <= few ? gone(conditions) : gathered(conditions, gatheredMax);
}

/**
 * Without a search, an amount or a last four: the total is kept, or counted on the index where a range of
 * `created` asks for a part; the page is the first rows of each group together. Groups of changes that were
 * not folded yet are looked up one after the other, however many changes there are.
 */
function fromTotals({ scope, group, created, beyond, order, limit }: Conditions): string {
  const kept = all(scope, group);
  const total =
    created.length === 0
      ? `select (select coalesce(sum(p.payouts), 0) from payouts.totals as p where ${kept})::bigint
              + (select coalesce(sum(p.change), 0) from payouts.total_deltas as p where ${kept}) as total_count`
      : `select count(*) as total_count from payouts.payouts as p where ${all(scope, group, created)}`;
  const next = "select p.status, p.currency, p.card_brand from payouts.total_deltas as p where";
  const first = "order by p.status, p.currency, p.card_brand limit 1";
  return `
    with recursive unfolded as (
      (${next} ${all(scope)} ${first})
      union all
      select p.status, p.currency, p.card_brand
        from unfolded cross join lateral (
          ${next} ${all(scope)}
             and (p.status, p.currency, p.card_brand) > (unfolded.status, unfolded.currency, unfolded.card_brand)
          ${first}) as p
    ), groups as materialized (
      select p.status, p.currency, p.card_brand from payouts.totals as p where ${kept}
      union
      select p.status, p.currency, p.card_brand from unfolded as p where ${all(["true"], group)}
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

/** Of a merchant with few Payouts all that match are taken from the list's index, then counted and sorted. */
function gone({ scope, group, created, other, read, beyond, order, limit }: Conditions): string {
  return `
    with found as materialized (
      select p.created_at, p.seq from payouts.payouts as p where ${all(scope, group, created, other, read)}
    ), total as (select count(*) as total_count from found
    ), keys as (
      select p.created_at, p.seq from found as p where ${all(["true"], beyond)} order by ${order} limit ${limit}
    )`;
}

/**
 * Otherwise matches are gathered, newest or not, until it is clear that there are few. Few: they are all
 * there, to be counted and sorted. Many: they are counted on the list's index, by more than one worker, and
 * the page is found by going through the list from the first one on that it can show.
 */
function gathered(conditions: Conditions, most: number): string {
  const { scope, group, created, other, found, read, beyond, going, order, limit } = conditions;
  const passing = all(scope, group, created, other, read);
  const [edge, onwards] = going === "older" ? ["max", "<="] : ["min", ">="];
  return `
    with found as materialized (
      select p.created_at, p.seq from payouts.payouts as p
       where ${all(scope, group, created, other, found)} limit ${most + 1}
    ), gathered as materialized (select count(*) as n from found
    ), counted as materialized (
      select case when n <= ${most} then array[n::text, null]
                  else (select array[count(*)::text, (${edge}(p.created_at) filter (where ${all(["true"], beyond)}))::text]
                          from payouts.payouts as p where ${passing}) end as of
        from gathered
    ), total as (select counted.of[1]::bigint as total_count from counted
    ), keys as (
      (select p.created_at, p.seq from found as p
        where (select n from gathered) <= ${most} and ${all(["true"], beyond)}
        order by ${order} limit ${limit})
      union all
      (select p.created_at, p.seq from payouts.payouts as p
        where ${all([passing], beyond)} and p.created_at ${onwards} (select counted.of[2]::timestamptz from counted)
        order by ${order} limit ${limit})
    )`;
}
