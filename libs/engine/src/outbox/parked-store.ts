import type { ParkedEvent } from "@flowlix/contracts";
import { appendAudit, msSql, query, transact, type Pool } from "@flowlix/persistence";
import type { DataSource } from "typeorm";

export interface ParkedRelease {
  readonly event_id: string;
  readonly actor: string;
  readonly note: string;
}

/** What an owner's relay left to an operator (docs/design/architecture.md#parked). */
export interface ParkedStore {
  list(limit: number): Promise<{ parked: ParkedEvent[]; has_more: boolean }>;
  /** Null where no event of that id is parked. */
  show(eventId: string): Promise<(ParkedEvent & { readonly payload: string }) | null>;
  /**
   * Gives all that is parked of the event's object another ten tries and ends its open exception, with an audit row in
   * the same transaction; null where no event of that id is parked.
   */
  release(release: ParkedRelease): Promise<{ object_id: string; released: number } | null>;
}

export function createParkedStore(schema: string, read: Pool, dataSource: DataSource): ParkedStore {
  const columns = columnsSql(schema);
  return {
    list: async (limit) => {
      const rows = await query<ParkedEvent>(read, {
        name: "parked_list",
        text: `select ${columns}
                 from (select r.* from ${schema}.refused_events as r where r.parked_at is not null
                        order by r.parked_at, r.object_id, r.version limit $1) as f
                 join ${schema}.outbox as o on o.object_id = f.object_id and o.version = f.version
                order by f.parked_at, f.object_id, f.version`,
        values: [limit + 1],
      });
      return { parked: rows.slice(0, limit), has_more: rows.length > limit };
    },
    show: async (eventId) => {
      const rows = await query<ParkedEvent & { payload: string }>(read, {
        name: "parked_show",
        text: `select ${columns}, o.payload::text as payload
                 from ${schema}.refused_events as f
                 join ${schema}.outbox as o on o.object_id = f.object_id and o.version = f.version
                where f.parked_at is not null and o.event_id = $1`,
        values: [eventId],
      });
      return rows[0] ?? null;
    },
    release: (asked) => release(schema, dataSource, asked),
  };
}

/** Of a refusal `f` and its event `o`: refusals are few, and the outbox is found by its key. */
const columnsSql = (schema: string): string => `
  o.event_id, o.event_type, o.object_id, o.version, o.merchant_id, o.livemode, ${msSql("o.created_at")} as created_at_ms,
  ${msSql("f.parked_at")} as parked_at_ms, f.refusals, f.reason,
  (select count(*) from ${schema}.outbox as later
    where later.object_id = o.object_id and later.version > o.version)::integer as waiting,
  (select a.id from ${schema}.anomalies as a
    where a.kind = 'event_parked' and a.object_id = o.object_id and a.resolved_at is null) as anomaly_id`;

const release = (
  schema: string,
  dataSource: DataSource,
  { event_id, actor, note }: ParkedRelease,
): Promise<{ object_id: string; released: number } | null> =>
  transact(dataSource, async (manager) => {
    // TypeORM answers a DELETE with the rows it returned and their number.
    const [freed]: [{ object_id: string; reason: string }[], number] = await manager.query(
      `delete from ${schema}.refused_events as f where f.parked_at is not null and f.object_id = (
         select o.object_id from ${schema}.refused_events as r
           join ${schema}.outbox as o on o.object_id = r.object_id and o.version = r.version
          where r.parked_at is not null and o.event_id = $1)
       returning f.object_id, f.reason`,
      [event_id],
    );
    const [first] = freed;
    if (first === undefined) return null;
    const { object_id, reason } = first;
    await manager.query(
      `update ${schema}.anomalies set resolution = 'noted', note = $2, resolved_at = platform.clock()
        where kind = 'event_parked' and object_id = $1 and resolved_at is null`,
      [object_id, note],
    );
    const detail = { object_id, released: freed.length, reason, note };
    await appendAudit(manager, schema, { actor, act: "event.released", subject: event_id, detail });
    return { object_id, released: freed.length };
  });
