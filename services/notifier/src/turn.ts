/** In the order of their code points, as those of any id. */
const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const digits = (value: string, count: number): string =>
  Array.from({ length: count }, (_, nth) => 62 ** (count - 1 - nth))
    .map((unit) => `substr('${BASE_62}', (${value} / ${unit} % 62)::integer + 1, 1)`)
    .join(" || ");

const MICROS = "(extract(epoch from at) * 1000000)::bigint";

/**
 * The common table `turn(at, digits)`, of one row, for a statement that makes events or deliveries: such
 * statements go one after the other until their commit, so that what a reader is shown first also stands
 * first. Else it could go on from a later one and never see an earlier one that was committed after it.
 * `at` is the time in the turn, `digits` the same as the beginning of an id.
 * The statement takes it by itself, so that no process holds it while it is away.
 */
export const TURN = `turn as materialized (
    select at, ${digits(`(${MICROS} / 1000)`, 8)} || ${digits(`(${MICROS} % 1000)`, 2)} as digits
      from (select platform.clock() as at from pg_advisory_xact_lock(hashtextextended('notifier.turn', 0))) as now
  )`;

/**
 * The id of a delivery, which is its position: when its turn was, its place among those of the turn (from 1
 * to 9,999), and the random end of a fresh id.
 */
export const deliveryIdSql = (place: string, freshId: string): string =>
  `left(${freshId}, 4) || turn.digits || lpad((${place})::text, 4, '0') || right(${freshId}, 10)`;
