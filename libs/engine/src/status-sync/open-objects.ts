import { OPEN_STATUSES, type OpenKind, type OpenObject } from "@flowlix/contracts";
import type { Pool } from "pg";
import { query } from "@flowlix/persistence";

/** What an owner's database says of objects that have not ended. */
export interface OpenObjects {
  readonly states: readonly {
    status: string;
    livemode: boolean;
    open: number;
    oldestSeconds: number;
  }[];
  /** By how long the status sync that is due for longest is late; 0 where none is due. */
  readonly overdueSeconds: number;
}

/** More would cost more than they show: ten times as many took half a second of two busy cores. */
const COUNTED_MAX = 10_000;

/** So many due rows are read. Ended ones are among them: an account that is away for long may have left many. */
const GONE_THROUGH_MAX = 50_000;

const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(", ");

/**
 * Open objects, so many at most, those that are due first. Each is due for a status sync, and so stands in the
 * partial index of due objects. Ended ones that are to be read again stand there too and are passed over.
 */
const openSql = (table: string, columns: readonly string[], limit: number): string =>
  `select * from (select o.status, o.livemode, o.created_at, o.next_look_at${columns.map((name) => `, o.${name}`).join("")}
                    from ${table} as o
                   where o.next_look_at is not null order by o.next_look_at limit ${GONE_THROUGH_MAX}) as due
    where due.status in (${OPEN}) order by due.next_look_at limit ${limit}`;

/** All but the last are null where nothing is open. */
interface OpenRow {
  readonly status: string | null;
  readonly livemode: boolean;
  readonly open: number;
  readonly oldest_seconds: number;
  readonly overdue_seconds: number;
}

const secondsSince = (time: string): string =>
  `greatest(0, extract(epoch from platform.clock() - ${time}))::float8`;

/** Exported so that a test can see how it is found. */
export const countOpenSql = (table: string): string => `
  select counted.*, coalesce(${secondsSince("longest.due_at")}, 0) as overdue_seconds
    from (select min(o.next_look_at) as due_at from ${table} as o where o.next_look_at is not null) as longest
    left join (
         select open.status, open.livemode, count(*) as open, ${secondsSince("min(open.created_at)")} as oldest_seconds
           from (${openSql(table, [], COUNTED_MAX)}) as open
          group by open.status, open.livemode) as counted on true`;

/**
 * Open objects by status and mode, for metrics, and how late a status sync is, of an ended object too. `table` has
 * status, livemode, created_at and next_look_at.
 */
export async function readOpenObjects(pool: Pool, table: string): Promise<OpenObjects> {
  const rows = await query<OpenRow>(pool, {
    name: "open_objects",
    text: countOpenSql(table),
    values: [],
  });
  return {
    states: rows.flatMap(({ status, livemode, open, oldest_seconds }) =>
      status === null ? [] : [{ status, livemode, open, oldestSeconds: oldest_seconds }],
    ),
    overdueSeconds: rows[0]?.overdue_seconds ?? 0,
  };
}

export interface OpenQuestion {
  readonly older_than_ms: number;
  /** Null for both modes. */
  readonly livemode: boolean | null;
  readonly limit: number;
}

export interface OpenList {
  readonly objects: OpenObject[];
  readonly has_more: boolean;
  readonly all_read: boolean;
}

type OldestRow = Omit<OpenObject, "kind"> & { readonly all_read: boolean };
/** Also where none is found it says whether all were read. */
type NoneRow = { readonly id: null; readonly all_read: boolean };

const seconds = (time: string): string => `floor(extract(epoch from ${time}))::bigint`;

const OLDEST = `oldest.id, oldest.merchant_id, oldest.livemode, oldest.provider, oldest.status, oldest.amount, oldest.currency,
  ${seconds("oldest.created_at")} as created_at, greatest(0, ${seconds("oldest.age")}) as age_seconds,
  ${seconds("oldest.next_look_at")} as next_look_at, oldest.look_count`;

const LISTED = ["id", "merchant_id", "provider", "amount", "currency", "look_count"] as const;

/** Exported so that a test can see how it is found. */
export const oldestOpenSql = (table: string): string => `
  with now as materialized (select platform.clock() as at),
       open as materialized (${openSql(table, LISTED, COUNTED_MAX + 1)})
  select ${OLDEST}, bound.all_read
    from (select (select count(*) from open) <= ${COUNTED_MAX}
                 and not exists (select from ${table} as o where o.next_look_at is not null
                                 offset ${GONE_THROUGH_MAX}) as all_read) as bound
    left join lateral (
         select open.*, now.at - open.created_at as age from open cross join now
          where ($2::boolean is null or open.livemode = $2) and open.created_at <= now.at - $1 * interval '1 ms'
          order by open.created_at, open.id limit $3) as oldest on true
   order by oldest.created_at, oldest.id`;

/**
 * Open objects, oldest first, for an operator. `all_read` is false where more are open, or due, than are read: then
 * there may be older ones. The bound is on rows read and not on rows found, because there is no index by age.
 * `table` has the columns that `readOpenObjects` needs, and those in `LISTED`.
 */
export async function listOpenObjects(
  pool: Pool,
  { kind, table }: { readonly kind: OpenKind; readonly table: string },
  { older_than_ms, livemode, limit }: OpenQuestion,
): Promise<OpenList> {
  const rows = await query<OldestRow | NoneRow>(pool, {
    name: "open_objects_oldest",
    text: oldestOpenSql(table),
    values: [older_than_ms, livemode, limit + 1],
  });
  const found = rows.filter((row) => row.id !== null);
  return {
    objects: found.slice(0, limit).map(({ all_read: _all, ...open }) => ({ kind, ...open })),
    has_more: found.length > limit,
    all_read: rows[0]?.all_read ?? true,
  };
}
