/** In the order of their code points, as those of any id. */
const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const digits = (value: string, count: number): string =>
  Array.from({ length: count }, (_, nth) => 62 ** (count - 1 - nth))
    .map((unit) => `substr('${BASE_62}', (${value} / ${unit} % 62)::integer + 1, 1)`)
    .join(" || ");

const MICROS = "(extract(epoch from at) * 1000000)::bigint";

/**
 * A common table expression of one row, `ordered(at, digits)`, for statements that insert events or deliveries.
 * Its lock lets such statements run one after the other, each until its commit. So their order is the order
 * in which readers see them. Without it a reader could go on from a later row, and never see an earlier one
 * that was committed after it. `at` is the time under the lock, `digits` the same as the beginning of an id.
 * The statement takes the lock itself, so that no process can die with it.
 */
export const COMMIT_ORDER = `ordered as materialized (
    select at, ${digits(`(${MICROS} / 1000)`, 8)} || ${digits(`(${MICROS} % 1000)`, 2)} as digits
      from (select platform.clock() as at from pg_advisory_xact_lock(hashtextextended('notifier.turn', 0))) as now
  )`;

/**
 * The id of a delivery, which is its position: the time of its statement, its place in the statement (from 1 to
 * 9,999), and the random end of a fresh id.
 */
export const deliveryIdSql = (place: string, freshId: string): string =>
  `left(${freshId}, 4) || ordered.digits || lpad((${place})::text, 4, '0') || right(${freshId}, 10)`;
