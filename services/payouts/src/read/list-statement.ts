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
  /** So many of a status, a currency and a brand are looked up in the table one by one. */
  readonly fewOfGroups: number;
  /** So many matches are taken and sorted; where there are more, the next one in the list is rarely far. */
  readonly sortedMax: number;
  /**
   * So great a part of the merchant's Payouts is counted where it is in a range of amounts; of a greater one
   * what is outside of the range.
   */
  readonly countedPartMax: number;
}

/**
 * Two thirds of them: what is outside of a range is gone through once to be counted, and in the worst case, where it
 * is all newer than the page, once more to be passed over.
 */
export const LIST_BOUNDS: ListBounds = {
  few: 150_000,
  fewOfGroups: 30_000,
  sortedMax: 50_000,
  countedPartMax: 2 / 3,
};

/** Bytes of the table, in pages from all over it, that are looked at to learn how a merchant's amounts are spread. */
const SAMPLED_BYTES = 2_000_000;

/** How many Payouts the merchant's mode has, and how many the groups that a filter leaves have; about. */
export interface Size {
  readonly all: number;
  readonly ofGroups: number;
}

/** Whether the number of all Payouts of the merchant's mode decides how these are found. */
export const sizeMatters = ({ amount, card_last4, search }: WantedPage): boolean =>
  search !== null || card_last4 !== null || amount.gte !== null || amount.lte !== null;

/**
 * One statement, and so one snapshot, for a page and the number of all that match. It answers the rows of
 * the page and one more, which tells whether there are more, from the position on: newest first, or oldest
 * first when going to newer ones. Where the page is empty there is one row with nothing but `total_count`.
 * The size decides about time and nothing else.
 */
export function listStatement(wanted: WantedPage, size: Size, bounds: ListBounds): ListStatement {
  const { conditions, values } = conditionsOf(wanted);
  const { scope, order } = conditions;
  const text = `${keysSql(conditions, size, bounds)}
    select total.total_count, ${ROW_COLUMNS}
      from total left join (keys join payouts.payouts as p on ${all(scope)}
                                  and p.created_at = keys.created_at and p.seq = keys.seq) on true
     order by ${order}`;
  return { text, values };
}

function keysSql(conditions: Conditions, size: Size, bounds: ListBounds): string {
  if (conditions.other.length + conditions.found.length === 0) return fromTotals(conditions);
  if (size.all <= bounds.few) return gone(conditions, conditions.read);
  if (size.ofGroups <= bounds.fewOfGroups) return gone(conditions, conditions.found);
  const { scope, grouped, created, other, found } = conditions;
  const matching = all(scope, grouped, created, other, found);
  const totals = (conditions.trigrams ? counted : gathered)(conditions, matching, bounds);
  return `${totals}${pageOfMany(conditions)}`;
}

/**
 * The groups that the filters leave, and how many Payouts they have. Groups of changes that were not folded yet
 * are looked up one after the other, however many changes there are, and their sum is taken from the table, which
 * has nothing else.
 */
function groupsSql({ scope, scoped, group, grouped }: Conditions): string {
  const kept = all(scope, group);
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
    ), whole as materialized (
      select (select coalesce(sum(p.payouts), 0) from payouts.totals as p where ${kept})::bigint
           + (select coalesce(sum(p.change), 0) from payouts.total_deltas as p where ${all(scoped, grouped)}) as n
    )`;
}

/** The first rows of each of the groups, in the order of the page. */
const firstOfGroups = ({ scope, created, beyond, order }: Conditions, limit: string): string => `
  groups cross join lateral (
    select p.created_at, p.seq from payouts.payouts as p
     where ${all(scope, created, beyond)} and p.status = groups.status and p.currency = groups.currency
       and p.card_brand = groups.card_brand
     order by ${order} limit ${limit}) as p`;

/**
 * Without a search, an amount or a last four: the total is kept. Where a range of `created` asks for a part, that is
 * counted on the index, or what is outside of it and not part of the total, whichever takes less of the time; they
 * are the same number. The page is the first rows of each group together.
 */
function fromTotals(conditions: Conditions): string {
  const { created, order, limit } = conditions;
  const total = created.length === 0 ? "select whole.n as total_count from whole" : ofRange(conditions);
  return `${groupsSql(conditions)}, total as (${total}
    ), keys as (
      select p.created_at, p.seq from ${firstOfGroups(conditions, limit)}
       order by ${order} limit ${limit}
    )`;
}

/**
 * How many are in a range of `created`: those in it, or all less those outside of it. It begins with the side that is
 * the shorter in time, and turns to the other one where more than half of all are found there after all.
 */
function ofRange({ scope, group, created, outside, mostOfTime }: Conditions): string {
  const rows = (range: readonly string[]) => `from payouts.payouts as p where ${all(scope, group, range)}`;
  const upToHalf = (ranges: readonly (readonly string[])[]) => `
    (select side.n from whole cross join (
       select count(*) as n from (
         select from (${ranges.map((range) => `select 1 ${rows(range)}`).join(" union all ")}) as either
          limit (select whole.n / 2 + 1 from whole)) as counted) as side
      where side.n <= whole.n / 2)`;
  const pieces = outside.map((piece) => [piece]);
  const less = pieces.map((piece) => ` - (select count(*) ${rows(piece)})`).join("");
  return `
    select case when ${mostOfTime}
                then coalesce((select n from whole) - ${upToHalf(pieces)}, (select count(*) ${rows(created)}))
                else coalesce(${upToHalf([created])}, (select n from whole)${less}) end as total_count`;
}

/** Of few Payouts all that match are taken at once, then counted and sorted. */
function gone(
  { scope, group, created, other, beyond, order, limit }: Conditions,
  search: readonly string[],
): string {
  return `
    with found as materialized (
      select p.created_at, p.seq from payouts.payouts as p where ${all(scope, group, created, other, search)}
    ), total as (select count(*) as total_count from found
    ), keys as (
      select p.created_at, p.seq from found as p where ${all(["true"], beyond)} order by ${order} limit ${limit}
    )`;
}

/** Where the first of some rows in the order of the page stands; without any, behind all that there are. */
const placeOfFirst = ({ going }: Conditions, of: string): string =>
  going === "older"
    ? `coalesce(max(p.created_at)${of}, '-infinity')::text`
    : `coalesce(min(p.created_at)${of}, 'infinity')::text`;

/** The number of all that match, and the first of them in the order of the page: `of`, two texts. */
function countSql(conditions: Conditions, matching: string): string {
  const shown = ` filter (where ${all(["true"], conditions.beyond)})`;
  return `select array[count(*)::text, ${placeOfFirst(conditions, shown)}] as of
            from payouts.payouts as p where ${matching}`;
}

/**
 * Matches that an index of trigrams finds are counted, which reads that index and what it found; few are
 * read again to be sorted.
 */
function counted(conditions: Conditions, matching: string, { sortedMax: most }: ListBounds): string {
  return `
    with every as materialized (${countSql(conditions, matching)}
    ), total as materialized (select every.of[1]::bigint as total_count from every
    ), counted as materialized (
      select case when total_count > ${most} then every.of else array[every.of[1], null] end as of from every, total
    ), found as materialized (
      select p.created_at, p.seq from payouts.payouts as p
       where (select total_count from total) between 1 and ${most} and ${matching}
    )`;
}

/**
 * Others, for which the list's index is gone through, are gathered until it is clear that there are few: then
 * they are all there. Many are counted. Where nearly all of a merchant's are in a range of amounts, what is outside
 * of it is counted instead, and not part of the total, which is the same number of the same moment.
 */
function gathered(conditions: Conditions, matching: string, bounds: ListBounds): string {
  const { created, found, outsideAmounts } = conditions;
  const most = bounds.sortedMax;
  const kept = outsideAmounts.length > 0 && created.length + found.length === 0;
  return `
    ${kept ? `${groupsSql(conditions)},` : "with"} found as materialized (
      select p.created_at, p.seq from payouts.payouts as p where ${matching} limit ${most + 1}
    ), gathered as materialized (select count(*) as n from found
    ), counted as materialized (
      select case ${kept ? `when ${isMost(conditions, bounds)} then (${restSql(conditions)})` : ""}
                  when (select n from gathered) <= ${most} then (select array[n::text, null] from gathered)
                  else (${countSql(conditions, matching)}) end as of
    ), total as materialized (select counted.of[1]::bigint as total_count from counted
    )`;
}

/**
 * Whether a range of amounts has more of the merchant's Payouts than are counted. What the planner knows of amounts
 * it knows of all merchants' together; pages from all over the table tell of this merchant's own, the same pages every
 * time. It is not asked within the groups: counting them goes through all amounts of the range.
 */
const isMost = ({ scope, other }: Conditions, { countedPartMax }: ListBounds): string => `(
  select coalesce(avg((${all(other)})::int) > ${countedPartMax}, false)
    from payouts.payouts as p tablesample system (
           least(100, 100.0 * ${SAMPLED_BYTES} / greatest(1, pg_relation_size('payouts.payouts')))) repeatable (1)
   where ${all(scope)})`;

/**
 * As `countSql`: all of the groups less those that are outside of the range of amounts. Where the first match stands
 * is not learnt so; it is not before the first of the groups, and where most match rarely far behind.
 */
function restSql(conditions: Conditions): string {
  const { scope, grouped, outsideAmounts } = conditions;
  const less = outsideAmounts.map(
    (piece) => ` - (select count(*) from payouts.payouts as p where ${all(scope, grouped, [piece])})`,
  );
  return `select array[((select n from whole)${less.join("")})::text, ${placeOfFirst(conditions, "")}] as of
            from ${firstOfGroups(conditions, "1")}`;
}

/** Where all were found they are sorted; else the page is found by going through the list from the first one on. */
function pageOfMany(conditions: Conditions): string {
  const { scope, grouped, created, other, read, beyond, going, order, limit } = conditions;
  const passing = all(scope, grouped, created, other, read, beyond);
  return `, keys as (
      (select p.created_at, p.seq from found as p
        where (select counted.of[2] from counted) is null and ${all(["true"], beyond)}
        order by ${order} limit ${limit})
      union all
      (select p.created_at, p.seq from payouts.payouts as p
        where ${passing} and p.created_at ${going === "older" ? "<=" : ">="}
              (select counted.of[2]::timestamptz from counted)
        order by ${order} limit ${limit})
    )`;
}
