import type { Pool } from "pg";
import type { OutboxRow } from "@flowlix/contracts";
import { msSql, query } from "@flowlix/persistence";

/** The owner of the outbox, and the kind of its objects. */
export interface OutboxTables {
  /** Where `outbox`, `refused_events` and `relay` are. */
  readonly schema: string;
  /** The table of the objects, with id, merchant_id and livemode. */
  readonly objects: string;
  /** Which rows may leave, as a condition on the outbox's row `o`; absent where all may. */
  readonly ready?: string;
}

/** A place in the outbox, which is read by object and version. */
export type Position = Pick<OutboxRow, "object_id" | "version">;

/** Before every row. */
export const START: Position = { object_id: "", version: -1 };

export interface Refusal {
  readonly row: OutboxRow;
  /** In words that the database takes. */
  readonly reason: string;
}

export interface OutboxCounts {
  /** Rows that wait to leave, counted up to ten thousand. */
  readonly pending: number;
  /**
   * Age of the oldest of them in seconds; 0 where there is none. Of more than are counted, those of the oldest objects.
   */
  readonly oldestSeconds: number;
  /** Rows that wait for an operator. */
  readonly parked: number;
}

/**
 * The statements of a relay. Each names its holder, and does nothing once another one has taken the lease
 * over: what such a late one does can only be a repetition (docs/design/architecture.md#events).
 */
export interface RelayStore {
  /**
   * The next rows behind a place, in order; null for a standby. Takes the lease where it has lapsed, and
   * renews it where half of it is over.
   */
  read(after: Position, limit: number): Promise<OutboxRow[] | null>;
  /**
   * The last rows of all, in order; null for a standby. What comes before the first one of its object may be missing.
   */
  readLast(limit: number): Promise<OutboxRow[] | null>;
  /** What was stored is done. */
  remove(rows: readonly OutboxRow[]): Promise<void>;
  /** Holds refused rows back for a while, each time for longer; answers those that were refused too often. */
  refuse(refusals: readonly Refusal[]): Promise<OutboxRow[]>;
  /** Leaves rows to an operator, each with the later rows of its object. */
  park(rows: readonly OutboxRow[]): Promise<void>;
  /** Lets a standby take over at once. */
  release(): Promise<void>;
}

/** Longer than a call of the receiver may take, so that a lease outlives what it was taken for. */
const LEASE_MS = 10_000;
/** A row that is refused so often is parked (docs/design/architecture.md#parked). */
export const REFUSALS_MAX = 10;
/** Seconds, doubled with each refusal: ten of them leave room for a roll-out that ends the reason. */
const HELD_AT_MOST_S = 60;
const COUNTED_MAX = 10_000;

export function createRelayStore(pool: Pool, tables: OutboxTables, holder: string): RelayStore {
  const run = <Row>(name: string, text: string, values: readonly unknown[]) =>
    query<Row>(pool, { name: `relay_${name}`, text, values: [holder, ...values] });
  const read = readSql(tables, "asc");
  const readLast = readSql(tables, "desc");
  const { remove, refuse, park, release } = writesSql(tables);
  const rowsOf = async (name: string, text: string, after: Position, limit: number) => {
    const values = [after.object_id, after.version, limit];
    const rows = await run<OutboxRow | { event_id: null }>(name, text, values);
    return rows.length === 0 ? null : rows.filter((row) => row.event_id !== null);
  };
  return {
    read: (after, limit) => rowsOf("read", read, after, limit),
    readLast: async (limit) => (await rowsOf("read_last", readLast, START, limit))?.toReversed() ?? null,
    remove: async (rows) => void (await run("remove", remove, columnsOf(rows))),
    refuse: async (refusals) => {
      const rows = refusals.map(({ row }) => row);
      const reasons = refusals.map(({ reason }) => reason);
      const counted = await run<{ event_id: string; refusals: number }>("refuse", refuse, [
        ...columnsOf(rows),
        reasons,
      ]);
      const times = new Map(counted.map((one) => [one.event_id, one.refusals]));
      return rows.filter(({ event_id }) => (times.get(event_id) ?? 0) >= REFUSALS_MAX);
    },
    park: async (rows) => void (await run("park", park, columnsOf(rows))),
    release: async () => void (await run("release", release, [])),
  };
}

function writesSql({ schema }: OutboxTables) {
  const isHeld = `exists (select from ${schema}.relay as r where r.holder = $1)`;
  const named = "unnest($2::text[], $3::integer[]) as named (object_id, version)";
  const isNamed = (row: string) => `${row}.object_id = named.object_id and ${row}.version = named.version`;
  return {
    remove: `
      with removed as (
        delete from ${schema}.outbox as o using ${named} where ${isNamed("o")} and ${isHeld}
        returning o.object_id, o.version
      )
      delete from ${schema}.refused_events as f using removed
       where f.object_id = removed.object_id and f.version = removed.version`,
    refuse: `
      with asked as (
        select o.object_id, o.version, o.event_id, named.reason
          from unnest($2::text[], $3::integer[], $4::text[]) as named (object_id, version, reason)
          join ${schema}.outbox as o on ${isNamed("o")}
         where ${isHeld}
      ), refused as (
        insert into ${schema}.refused_events as f (object_id, version, refusals, reason, held_until)
        select object_id, version, 1, reason, platform.clock() + interval '1 s' from asked
        on conflict (object_id, version) do update
           set refusals = f.refusals + 1, reason = excluded.reason,
               held_until = platform.clock() + least(${HELD_AT_MOST_S}, power(2, f.refusals)) * interval '1 s'
         where f.parked_at is null
        returning f.object_id, f.version, f.refusals
      )
      select asked.event_id, refused.refusals from asked join refused using (object_id, version)`,
    park: `
      update ${schema}.refused_events as f set parked_at = platform.clock() from ${named}
       where ${isNamed("f")} and f.parked_at is null and ${isHeld}`,
    release: `
      update ${schema}.relay as r set until = platform.clock() where r.holder = $1 and r.until > platform.clock()`,
  };
}

const columnsOf = (rows: readonly Position[]): [string[], number[]] => [
  rows.map(({ object_id }) => object_id),
  rows.map(({ version }) => version),
];

const LEASE = `${LEASE_MS} * interval '1 ms'`;

/** Whether a row waits for a refused one of its object, itself included. Almost always an empty table. */
const refusedBefore = (schema: string, condition: string) => `exists (
  select from ${schema}.refused_events as refused
   where refused.object_id = o.object_id and refused.version <= o.version and ${condition})`;

// One row of nulls says that the lease is held and nothing is there; no row, that another one holds it. The
// lease is one row, so that what is joined to it keeps its order.
function readSql({ schema, objects, ready = "true" }: OutboxTables, order: "asc" | "desc"): string {
  const ofObject = (column: string) =>
    `coalesce(o.${column}, (select p.${column} from ${schema}.${objects} as p where p.id = o.object_id)) as ${column}`;
  return `
    with held as (
      select 1 from ${schema}.relay as r where r.holder = $1 and r.until > platform.clock() + ${LEASE} / 2
    ), taken as (
      update ${schema}.relay as r set holder = $1, until = platform.clock() + ${LEASE}
       where not exists (select from held) and (r.holder = $1 or r.until <= platform.clock())
      returning 1
    )
    select next.*
      from (select from held union all select from taken) as lease
      left join lateral (
        select o.event_id, o.event_type, ${ofObject("merchant_id")}, ${ofObject("livemode")}, o.object_id, o.version,
               ${msSql("o.created_at")} as created_at_ms, o.payload::text as payload,
               o.traceparent
          from ${schema}.outbox as o
         where (o.object_id, o.version) > ($2, $3) and ${ready}
           and not ${refusedBefore(schema, "(refused.parked_at is not null or refused.held_until > platform.clock())")}
         order by o.object_id ${order}, o.version ${order} limit $4
      ) as next on true`;
}

/** Gives the events of an object another ten tries. */
export const unparkSql = (schema: string): string =>
  `delete from ${schema}.refused_events where object_id = $1 and parked_at is not null`;

/**
 * What an outbox holds, for metrics. Any process of the owner may ask. The age is that of events that the relay could
 * hand over. A refused event and the later ones of its object count from the end of its hold. So refusals, which end in
 * parking, do not look like a relay that stands still; one that does stand still shows even where nothing else waits.
 */
export async function countOutbox(pool: Pool, schema: string): Promise<OutboxCounts> {
  const isParked = refusedBefore(schema, "refused.parked_at is not null");
  const [counts] = await query<OutboxCounts>(pool, {
    name: "relay_count",
    text: `
      select count(*) as pending,
             greatest(0, coalesce(extract(epoch from platform.clock() - min(waiting.since)), 0))::float8 as "oldestSeconds",
             (select count(*) from ${schema}.refused_events as refused
                join ${schema}.outbox as o on o.object_id = refused.object_id and o.version >= refused.version
               where refused.parked_at is not null) as parked
        from (select greatest(o.created_at, (
                       select max(refused.held_until) from ${schema}.refused_events as refused
                        where refused.object_id = o.object_id and refused.version <= o.version)) as since
                from ${schema}.outbox as o where not ${isParked}
               order by o.object_id, o.version limit ${COUNTED_MAX}) as waiting`,
    values: [],
  });
  return counts ?? { pending: 0, oldestSeconds: 0, parked: 0 };
}
