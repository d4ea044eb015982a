/**
 * For a migration: what a relay needs beside the outbox that an owner has, `<schema>.outbox` with object_id,
 * version, event_id, event_type, payload, created_at and the primary key (object_id, version). Rows that were
 * written before have no merchant and no mode; the relay takes them from their object.
 */
export function relayTablesSql(schema: string): string {
  // All null in a row that was never refused, which stays as long as it was. Rows live for milliseconds: the
  // dead ones are cleared away by their number, whatever the size of the table.
  return `
    alter table ${schema}.outbox
      add column merchant_id text,
      add column livemode boolean,
      add column refusals smallint,
      add column refusal text,
      add column held_until timestamptz,
      add column parked_at timestamptz,
      add constraint refused_says_why check ((refusals is null) = (refusal is null)),
      add constraint refused_is_held check ((refusals is null) = (held_until is null)),
      add constraint only_refused_is_parked check (parked_at is null or refusals is not null),
      set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000,
           toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 10000);
    create index outbox_refused on ${schema}.outbox (object_id) where refusals is not null;
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
    drop table ${schema}.relay;
    alter table ${schema}.outbox
      drop column merchant_id, drop column livemode, drop column refusals, drop column refusal,
      drop column held_until, drop column parked_at,
      reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold,
             toast.autovacuum_vacuum_scale_factor, toast.autovacuum_vacuum_threshold);`;
}
