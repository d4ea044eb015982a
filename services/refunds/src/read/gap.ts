import { INSERT_WITHIN_MS } from "../refund/insert-within.ts";

// A Refund before this one was reserved no later than this one, so its insert is decided by the same second.
const mayHaveGapBefore = (settledUntil: string) =>
  `g.created_at + interval '${INSERT_WITHIN_MS} ms' >= ${settledUntil}::timestamptz`;

const isNextTo = (cursor: string) =>
  `(g.previous_position <= ${cursor} or exists (
     select from refunds.refunds as b where b.payment_id = $1 and b.position = g.previous_position))`;

/**
 * SQL for whether the row `r` of the Payment `$1` stands before the first gap behind the cursor's position: before
 * where a Refund that is reserved may still be inserted. A row says which reservation was before it. Where that is
 * neither here, as Refund or as a row that prevents one, nor known, the gap is closed once every insert before the row
 * is decided.
 */
export const beforeGapSql = (cursor: string, settledUntil: string): string => `r.position < coalesce((
  select g.position from refunds.refunds as g
   where g.payment_id = $1 and g.position > ${cursor} and ${mayHaveGapBefore(settledUntil)}
     and ${isNextTo(cursor)} is not true
   order by g.position limit 1), ${2n ** 63n - 1n})`;
