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

/**
 * More would cost more than it tells: ten times as many took half a second of two busy cores. Those that are due come
 * first, and every open object is due again within ten minutes.
 */
const COUNTED_MAX = 10_000;

interface OpenRow {
  readonly status: string;
  readonly livemode: boolean;
  readonly open: number;
  readonly oldest_seconds: number;
  readonly overdue_seconds: number;
}

/**
 * Open objects by status and mode, for metrics. Each of them is due for a status sync, so it stands in the partial
 * index of status syncs. `table` has status, livemode, created_at and next_look_at.
 */
export async function readOpenObjects(pool: Pool, table: string): Promise<OpenObjects> {
  const rows = await query<OpenRow>(pool, {
    name: "open_objects",
    text: `
        select due.status, due.livemode, count(*) as open,
               greatest(0, extract(epoch from platform.clock() - min(due.created_at)))::float8 as oldest_seconds,
               greatest(0, extract(epoch from platform.clock() - min(due.next_look_at)))::float8 as overdue_seconds
          from (select o.status, o.livemode, o.created_at, o.next_look_at from ${table} as o
                 where o.next_look_at is not null order by o.next_look_at limit ${COUNTED_MAX}) as due
         group by due.status, due.livemode`,
    values: [],
  });
  return {
    states: rows.map(({ status, livemode, open, oldest_seconds }) => ({
      status,
      livemode,
      open,
      oldestSeconds: oldest_seconds,
    })),
    overdueSeconds: Math.max(0, ...rows.map(({ overdue_seconds }) => overdue_seconds)),
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

type OldestRow = Omit<OpenObject, "kind"> & { readonly looked_through: number };
/** Also where none is found it has how many were read. */
type NoneRow = { readonly id: null; readonly looked_through: number };

const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(", ");

const seconds = (time: string): string => `floor(extract(epoch from ${time}))::bigint`;

const OLDEST = `oldest.id, oldest.merchant_id, oldest.livemode, oldest.provider, oldest.status, oldest.amount, oldest.currency,
  ${seconds("oldest.created_at")} as created_at, greatest(0, ${seconds("oldest.age")}) as age_seconds,
  ${seconds("oldest.next_look_at")} as next_look_at, oldest.look_count`;

/**
 * What has not ended, oldest first, for an operator; `all_read` is false where more are open than are read,
 * for then there may be older ones. The bound is on what is read and not on what is found: there is no index by age.
 * What has ended and is due for a status sync, because a statement contradicts its end, is not among them. `table` has
 * what `readOpenObjects` needs, and id, merchant_id, provider, amount, currency and look_count.
 */
export async function listOpenObjects(
  pool: Pool,
  { kind, table }: { readonly kind: OpenKind; readonly table: string },
  { older_than_ms, livemode, limit }: OpenQuestion,
): Promise<OpenList> {
  const rows = await query<OldestRow | NoneRow>(pool, {
    name: "open_objects_oldest",
    text: `
        with now as materialized (select platform.clock() as at),
             due as materialized (
               select o.id, o.merchant_id, o.livemode, o.provider, o.status, o.amount, o.currency, o.created_at, o.next_look_at,
                      o.look_count
                 from ${table} as o
                where o.next_look_at is not null order by o.next_look_at limit ${COUNTED_MAX + 1})
        select ${OLDEST}, bound.looked_through
          from (select count(*) as looked_through from due) as bound
          left join lateral (
               select due.*, now.at - due.created_at as age from due cross join now
                where due.status in (${OPEN}) and ($2::boolean is null or due.livemode = $2)
                  and due.created_at <= now.at - $1 * interval '1 ms'
                order by due.created_at, due.id limit $3) as oldest on true
         order by oldest.created_at, oldest.id`,
    values: [older_than_ms, livemode, limit + 1],
  });
  const found = rows.filter((row) => row.id !== null);
  return {
    objects: found.slice(0, limit).map(({ looked_through: _through, ...open }) => ({ kind, ...open })),
    has_more: found.length > limit,
    all_read: (rows[0]?.looked_through ?? 0) <= COUNTED_MAX,
  };
}
