import type { Pool } from "pg";
import type { EventType, Scope } from "@flowlix/contracts";
import { query } from "@flowlix/persistence";

/** Rows on the far side of a position; null begins with the newest. */
export type From<Position> = { readonly position: Position; readonly going: "older" | "newer" } | null;

export interface WantedEvents {
  readonly scope: Scope;
  readonly limit: number;
  readonly from: From<number>;
  /** Absent: of every type. */
  readonly types?: readonly EventType[] | undefined;
}

export interface EventsPage {
  /** Newest first, or oldest first when going to newer ones. */
  readonly payloads: readonly string[];
  /** Whether there are more in the direction that was asked for. */
  readonly more: boolean;
}

/**
 * A page's events in UTF-8 are at most this long together, but for a page of one: the bus takes 4 MiB, and an
 * event of a Payment with a thousand Refunds is nearly half of one.
 */
export const PAGE_BYTES_MAX = 2_500_000;

/** Payloads as they are kept. */
export interface EventsReads {
  /** Whose it is; null where there is no event of that id. */
  scopeOf(id: string): Promise<Scope | null>;
  get(scope: Scope, id: string): Promise<string | null>;
  /** Where an event of the mode stands; null where it has none of that id. */
  position(scope: Scope, id: string): Promise<number | null>;
  page(wanted: WantedEvents): Promise<EventsPage>;
}

export function createEventsReads(read: Pool): EventsReads {
  return {
    scopeOf: async (id) => {
      const rows = await query<Scope>(read, {
        name: "notifier_scope_of_event",
        text: `select v.merchant_id, v.livemode from notifier.events as v where v.id = $1`,
        values: [id],
      });
      return rows[0] ?? null;
    },
    get: async (scope, id) => {
      const rows = await query<{ payload: string }>(read, {
        name: "notifier_event",
        text: `select v.payload from notifier.events as v where v.id = $1 and v.merchant_id = $2 and v.livemode = $3`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0]?.payload ?? null;
    },
    position: async (scope, id) => {
      const rows = await query<{ seq: number }>(read, {
        name: "notifier_event_position",
        text: `select v.seq from notifier.events as v where v.id = $1 and v.merchant_id = $2 and v.livemode = $3`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0]?.seq ?? null;
    },
    page: async ({ scope, limit, from, types }) => {
      const newer = from?.going === "newer";
      const rows = await query<{ payload: string; found: number }>(read, {
        name: newer ? "notifier_events_newer" : "notifier_events",
        text: pageSql(newer ? NEWER : OLDER),
        values: [scope.merchant_id, scope.livemode, from?.position ?? null, limit + 1, types ?? null, limit],
      });
      return {
        payloads: rows.map(({ payload }) => payload),
        more: (rows[0]?.found ?? 0) > rows.length,
      };
    },
  };
}

interface Direction {
  readonly after: ">" | "<";
  /** Where there is no position: before the first in this direction. */
  readonly end: string;
  readonly order: "asc" | "desc";
}
const NEWER: Direction = { after: ">", end: "0", order: "asc" };
const OLDER: Direction = { after: "<", end: String(Number.MAX_SAFE_INTEGER), order: "desc" };

/**
 * The first ones of each type that there is, or that is asked for, and of those the first: a page costs the
 * same however many events of other types stand between. One row more than it shows is looked for, and its
 * payload is left where it is.
 */
const pageSql = ({ after, end, order }: Direction) => `
  with recursive kinds(type) as (
    (select e.type from notifier.events as e
      where e.merchant_id = $1 and e.livemode = $2 order by e.type limit 1)
    union all
    select (select e.type from notifier.events as e
             where e.merchant_id = $1 and e.livemode = $2 and e.type > k.type order by e.type limit 1)
      from kinds as k where k.type is not null
  ), found as (
    select k.type, n.seq
      from kinds as k
     cross join lateral (select e.seq from notifier.events as e
                          where e.merchant_id = $1 and e.livemode = $2 and e.type = k.type
                            and e.seq ${after} coalesce($3::bigint, ${end})
                          order by e.seq ${order} limit $4) as n
     where $5::text[] is null or k.type = any ($5)
     order by n.seq ${order} limit $4
  )
  select f.payload, f.found::integer as found
    from (select v.payload, row_number() over so_far as place, sum(octet_length(v.payload)) over so_far as bytes,
                 count(*) over () as found
            from found
           cross join lateral (select e.seq, e.payload from notifier.events as e
                                where e.merchant_id = $1 and e.livemode = $2 and e.type = found.type and e.seq = found.seq
                                limit 1) as v
          window so_far as (order by v.seq ${order})) as f
   where f.place <= $6 and (f.place = 1 or f.bytes <= ${PAGE_BYTES_MAX})
   order by f.place`;
