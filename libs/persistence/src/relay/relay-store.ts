import type { Pool } from "pg";
import type { OutboxRow } from "@flowlix/contracts";
import { query } from "../query.ts";

/** Whose outbox it is, and what it tells of. */
export interface OutboxTables {
  /** Where `outbox` and `relay` are. */
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
  /** Age of the oldest of them in seconds; 0 where there is none. Of more than are counted, those of the oldest objects. */
  readonly oldestSeconds: number;
  /** Rows that wait for an operator. */
  readonly parked: number;
}

/**
 * The statements of a relay. Each names its holder, and does nothing once another one has taken the lease
 * over: what such a late one does can only be a repetition (architecture §6, Events).
 */
export interface RelayStore {
  /**
   * The next rows behind a place, in order; null for a standby. Takes the lease where it has lapsed, and
   * renews it where half of it is over.
   */
  read(after: Position, limit: number): Promise<OutboxRow[] | null>;
  /** What was stored is done. */
  remove(rows: readonly OutboxRow[]): Promise<void>;
  /** Holds refused rows back for a while, each time for longer; answers those that were refused too often. */
  refuse(refusals: readonly Refusal[]): Promise<OutboxRow[]>;
  /** Leaves rows to an operator, and with each whatever comes later of its object. */
  park(rows: readonly OutboxRow[]): Promise<void>;
  /** Lets a standby take over at once. */
  release(): Promise<void>;
}

/** Longer than a call of the receiver may take, so that a lease outlives what it was taken for. */
const LEASE_MS = 10_000;
/** Architecture §6: a row that is refused so often is parked. */
export const REFUSALS_MAX = 10;
/** A second, doubled with each refusal to a minute: ten of them leave room for a roll-out that ends the reason. */
const HELD_FOR = `least(60, power(2, coalesce(o.refusals, 0))) * interval '1 s'`;
const COUNTED_MAX = 10_000;

export function createRelayStore(pool: Pool, tables: OutboxTables, holder: string): RelayStore {
  const { schema } = tables;
  const run = <Row>(name: string, text: string, values: readonly unknown[]) =>
    query<Row>(pool, { name: `relay_${name}`, text, values: [holder, ...values] });
  const read = readSql(tables);
  const isHeld = `exists (select from ${schema}.relay as r where r.holder = $1)`;
  const named = `o.object_id = named.object_id and o.version = named.version`;
  return {
    read: async (after, limit) => {
      const rows = await run<OutboxRow | { event_id: null }>("read", read, [
        after.object_id,
        after.version,
        limit,
      ]);
      return rows.length === 0 ? null : rows.filter((row) => row.event_id !== null);
    },
    remove: async (rows) => {
      const text = `delete from ${schema}.outbox as o using unnest($2::text[], $3::integer[]) as named (object_id, version)
                     where ${named} and ${isHeld}`;
      await run("remove", text, columnsOf(rows));
    },
    refuse: async (refusals) => {
      const text = `update ${schema}.outbox as o
                       set refusals = coalesce(o.refusals, 0) + 1, refusal = named.reason, held_until = platform.clock() + ${HELD_FOR}
                      from unnest($2::text[], $3::integer[], $4::text[]) as named (object_id, version, reason)
                     where ${named} and o.parked_at is null and ${isHeld}
                 returning o.event_id, o.refusals`;
      const rows = refusals.map(({ row }) => row);
      const counted = await run<{ event_id: string; refusals: number }>("refuse", text, [
        ...columnsOf(rows),
        refusals.map(({ reason }) => reason),
      ]);
      const refused = new Map(counted.map((one) => [one.event_id, one.refusals]));
      return rows.filter(({ event_id }) => (refused.get(event_id) ?? 0) >= REFUSALS_MAX);
    },
    park: async (rows) => {
      const text = `update ${schema}.outbox as o set parked_at = platform.clock()
                      from unnest($2::text[], $3::integer[]) as named (object_id, version)
                     where ${named} and o.refusals is not null and ${isHeld}`;
      await run("park", text, columnsOf(rows));
    },
    release: async () => {
      await run(
        "release",
        `update ${schema}.relay as r set until = platform.clock() where r.holder = $1 and r.until > platform.clock()`,
        [],
      );
    },
  };
}

const columnsOf = (rows: readonly Position[]): [string[], number[]] => [
  rows.map(({ object_id }) => object_id),
  rows.map(({ version }) => version),
];

const LEASE = `${LEASE_MS} * interval '1 ms'`;

/** Rows that wait for a refused one of their object, itself included. Almost always an empty index. */
const refusedBefore = (schema: string, condition: string) => `exists (
  select from ${schema}.outbox as refused
   where refused.object_id = o.object_id and refused.refusals is not null and refused.version <= o.version
     and ${condition})`;

// One row of nulls says that the lease is held and nothing is there; no row, that another one holds it. The
// lease is one row, so that what is joined to it keeps its order.
function readSql({ schema, objects, ready = "true" }: OutboxTables): string {
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
               floor(extract(epoch from o.created_at) * 1000)::bigint as created_at_ms, o.payload::text as payload
          from ${schema}.outbox as o
         where (o.object_id, o.version) > ($2, $3) and ${ready}
           and not ${refusedBefore(schema, "(refused.parked_at is not null or refused.held_until > platform.clock())")}
         order by o.object_id, o.version limit $4
      ) as next on true`;
}

/** Gives the events of an object another ten tries. */
export const unparkSql = (schema: string): string =>
  `update ${schema}.outbox set refusals = null, refusal = null, held_until = null, parked_at = null
    where object_id = $1 and parked_at is not null`;

/** What an outbox holds, for whoever watches it; any process of the owner may ask. */
export async function countOutbox(pool: Pool, schema: string): Promise<OutboxCounts> {
  const isParked = refusedBefore(schema, "refused.parked_at is not null");
  const [counts] = await query<OutboxCounts>(pool, {
    name: "relay_count",
    text: `
      select count(*) as pending,
             coalesce(extract(epoch from platform.clock() - min(waiting.created_at)), 0)::float8 as "oldestSeconds",
             (select count(*) from ${schema}.outbox as p join ${schema}.outbox as o on o.object_id = p.object_id and o.version >= p.version
               where p.refusals is not null and p.parked_at is not null) as parked
        from (select o.created_at from ${schema}.outbox as o where not ${isParked}
               order by o.object_id, o.version limit ${COUNTED_MAX}) as waiting`,
    values: [],
  });
  return counts ?? { pending: 0, oldestSeconds: 0, parked: 0 };
}
