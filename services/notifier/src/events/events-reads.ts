import type { Pool } from "pg";
import type { EventType, Scope } from "@flowlix/contracts";
import { query } from "@flowlix/persistence";
import { payloadOf, type KeptPayload } from "./kept-payload.ts";
import { timeOfId } from "@flowlix/runtime";
import { placeSql, settledPlaceSql } from "./place.ts";

/** Rows on the far side of a position; null begins with the newest. */
export type From<Position> = { readonly position: Position; readonly going: "older" | "newer" } | null;

/** Where an event stands, as the database writes it. */
export interface EventPosition {
  readonly at: string;
  readonly seq: string;
  /** The place before which nothing can come in any more; null for a page to older ones. */
  readonly settled: string | null;
}

export interface WantedEvents {
  readonly scope: Scope;
  readonly limit: number;
  readonly from: From<EventPosition>;
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
  /**
   * Where an event of the mode stands; null where it has none of that id. One whose time is over is told by its id to
   * have stood before all that there are.
   */
  position(scope: Scope, id: string, going: "older" | "newer"): Promise<EventPosition | null>;
  page(wanted: WantedEvents): Promise<EventsPage>;
}

/** Events are deleted so long after they were accepted. */
export function createEventsReads(read: Pool, retentionMs: number): EventsReads {
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
      const rows = await query<KeptPayload>(read, {
        name: "notifier_event",
        text: `select v.payload, v.packed from notifier.events as v where v.id = $1 and v.merchant_id = $2 and v.livemode = $3`,
        values: [id, scope.merchant_id, scope.livemode],
      });
      return rows[0] === undefined ? null : payloadOf(rows[0]);
    },
    position: async (scope, id, going) => {
      const rows = await query<EventPosition>(read, {
        name: `notifier_event_position_${going}`,
        text: positionSql(going),
        values: [id, scope.merchant_id, scope.livemode, timeOfId(id), retentionMs],
      });
      return rows[0] ?? null;
    },
    page: async ({ scope, limit, from, types }) => {
      const newer = from?.going === "newer";
      const rows = await query<KeptPayload & { readonly found: number }>(read, {
        name: newer ? "notifier_events_newer" : "notifier_events",
        text: pageSql(newer ? NEWER : OLDER),
        values: [
          scope.merchant_id,
          scope.livemode,
          from?.position.at ?? null,
          from?.position.seq ?? null,
          limit + 1,
          types ?? null,
          limit,
          ...(newer ? [from.position.settled] : []),
        ],
      });
      const payloads = withinPage(rows);
      return { payloads, more: (rows[0]?.found ?? 0) > payloads.length };
    },
  };
}

/** The statement counts what is kept; what that says may be longer. */
function withinPage(rows: readonly KeptPayload[]): string[] {
  const payloads: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const payload = payloadOf(row);
    bytes += Buffer.byteLength(payload);
    if (bytes > PAGE_BYTES_MAX && payloads.length > 0) break;
    payloads.push(payload);
  }
  return payloads;
}

// What an id says of its time is as good as the clock of who made it. Where the event is there, or its id is too young
// for it to have gone, the time says nothing.
const positionSql = (going: "older" | "newer") => `
  with found as (
    select ${placeSql("v")} as at, v.seq, v.merchant_id = $2 and v.livemode = $3 as is_own from notifier.events as v where v.id = $1
  ), gone as (
    select timestamptz 'epoch' + $4::bigint * interval '1 ms' as at, 0 as seq, true as is_own
     where not exists (select from found)
       and timestamptz 'epoch' + $4::bigint * interval '1 ms' < (select platform.clock()) - $5::bigint * interval '1 ms'
  )
  select p.at::text as at, p.seq::text as seq, ${going === "newer" ? settledPlaceSql : "null"} as settled
    from (select * from found union all select * from gone) as p where p.is_own`;

interface Direction {
  readonly after: ">" | "<";
  /** Where there is no position: before the first in this direction. */
  readonly end: string;
  /** Up to where there is nothing to come. */
  readonly until: string;
  readonly order: "asc" | "desc";
}
const PLACE = placeSql("e");
const NEWER: Direction = {
  after: ">",
  end: "-infinity",
  until: `and ${PLACE} < $8::timestamptz`,
  order: "asc",
};
const OLDER: Direction = { after: "<", end: "infinity", until: "", order: "desc" };

/**
 * The first ones of each type that there is, or that is asked for, and of those the first: a page costs the
 * same however many events of other types stand between. One row more than it shows is looked for, and its
 * payload is left where it is.
 */
const pageSql = ({ after, end, until, order }: Direction) => `
  with recursive kinds(type) as (
    (select e.type from notifier.events as e
      where e.merchant_id = $1 and e.livemode = $2 order by e.type limit 1)
    union all
    select (select e.type from notifier.events as e
             where e.merchant_id = $1 and e.livemode = $2 and e.type > k.type order by e.type limit 1)
      from kinds as k where k.type is not null
  ), found as (
    select k.type, n.at, n.seq
      from kinds as k
     cross join lateral (select ${PLACE} as at, e.seq from notifier.events as e
                          where e.merchant_id = $1 and e.livemode = $2 and e.type = k.type
                            and (${PLACE}, e.seq) ${after} (coalesce($3::timestamptz, '${end}'), coalesce($4::bigint, 0)) ${until}
                          order by ${PLACE} ${order}, e.seq ${order} limit $5) as n
     where $6::text[] is null or k.type = any ($6)
     order by n.at ${order}, n.seq ${order} limit $5
  )
  select f.payload, f.packed, f.found::integer as found
    from (select v.payload, v.packed, row_number() over so_far as place,
                 sum(coalesce(octet_length(v.payload), octet_length(v.packed))) over so_far as bytes,
                 count(*) over () as found
            from found
           cross join lateral (select e.payload, e.packed from notifier.events as e
                                where e.merchant_id = $1 and e.livemode = $2 and e.type = found.type
                                  and ${PLACE} = found.at and e.seq = found.seq
                                limit 1) as v
          window so_far as (order by found.at ${order}, found.seq ${order})) as f
   where f.place <= $7 and (f.place = 1 or f.bytes <= ${PAGE_BYTES_MAX})
   order by f.place`;
