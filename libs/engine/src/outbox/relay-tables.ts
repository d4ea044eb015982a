/**
 * For a migration: what a relay needs beside the outbox that an owner has, `<schema>.outbox` with object_id,
 * version, event_id, event_type, payload, created_at and the primary key (object_id, version). Rows that were
 * written before have no merchant and no mode; the relay takes them from their object.
 */
export function relayTablesSql(schema: string): string {
  // Columns that may be null change no row that is there, however many wait. Rows live for milliseconds: the
  // dead ones are cleared away by their number, whatever the size of the table.
  return `
    alter table ${schema}.outbox add column merchant_id text, add column livemode boolean;
    alter table ${schema}.outbox set (
      autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
      toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 10000);
    create table ${schema}.refused_events (
      object_id text not null,
      version integer not null,
      refusals integer not null,
      reason text not null,
      held_until timestamptz not null,
      parked_at timestamptz,
      primary key (object_id, version)
    );
    create table ${schema}.relay (
      only_one boolean primary key default true check (only_one),
      holder uuid,
      until timestamptz not null
    );
    insert into ${schema}.relay (until) values ('-infinity');`;
}

/** Takes back what `relayTablesSql` made. */
export function dropRelayTablesSql(schema: string): string {
  return `
    drop table ${schema}.relay, ${schema}.refused_events;
    alter table ${schema}.outbox drop column merchant_id, drop column livemode;
    alter table ${schema}.outbox reset (
      autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold,
      toast.autovacuum_vacuum_scale_factor, toast.autovacuum_vacuum_threshold);`;
}

/** For a migration: an event remembers the trace it came about in. Null changes no row that is there. */
export const addTraceparentSql = (table: string): string =>
  `alter table ${table} add column traceparent text`;

export const dropTraceparentSql = (table: string): string => `alter table ${table} drop column traceparent`;
