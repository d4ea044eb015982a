import { auditTableSql } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { DELIVERY_STATUSES, DISABLED_REASONS, ENDPOINT_STATUSES } from "./frozen-values.ts";

const inList = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(", ")})`;

export class CreateNotifier1763800000000 implements MigrationInterface {
  name = "CreateNotifier1763800000000";

  async up(runner: QueryRunner): Promise<void> {
    // Ids begin with their time: in code point order the oldest event has the lowest one, which is what
    // retention goes by, without an index of its own.
    await runner.query(`
      create table notifier.events (
        id text collate "C" primary key,
        seq bigint generated always as identity,
        merchant_id text not null,
        livemode boolean not null,
        type text not null,
        object_id text not null,
        version integer not null,
        created_at timestamptz not null,
        accepted_at timestamptz not null,
        payload text not null
      )`);
    // By type too: a key that may read events of a few types only must not have to pass all the others.
    await runner.query(
      `create unique index events_of_mode on notifier.events (merchant_id, livemode, type, seq)`,
    );

    await runner.query(`
      create table notifier.endpoints (
        id text collate "C" primary key,
        seq bigint generated always as identity,
        merchant_id text not null,
        livemode boolean not null,
        url text not null,
        enabled_events text[] not null check (cardinality(enabled_events) >= 1),
        description text,
        status text not null check (status in ${inList(ENDPOINT_STATUSES)}),
        disabled_reason text check (disabled_reason in ${inList(DISABLED_REASONS)}),
        secret text not null,
        previous_secrets text[] not null default '{}',
        previous_until timestamptz[] not null default '{}',
        created_at timestamptz not null,
        live_since timestamptz not null,
        failing_from timestamptz,
        holder uuid,
        held_until timestamptz,
        constraint disabled_says_why check ((status = 'disabled') = (disabled_reason is not null)),
        constraint overlap_says_until_when check (cardinality(previous_secrets) = cardinality(previous_until)),
        constraint held_says_by_whom check ((holder is null) = (held_until is null))
      ) with (fillfactor = 70)`);
    await runner.query(
      `create unique index endpoints_of_mode on notifier.endpoints (merchant_id, livemode, seq)`,
    );

    await runner.query(`
      create table notifier.deliveries (
        endpoint_id text collate "C" not null,
        id text collate "C" not null,
        event_id text collate "C" not null,
        event_type text not null,
        status text not null check (status in ${inList(DELIVERY_STATUSES)}),
        attempts integer not null default 0,
        created_at timestamptz not null,
        next_attempt_at timestamptz,
        last_at timestamptz,
        last_http_status integer,
        last_error text,
        last_duration_ms integer,
        last_response_prefix text,
        primary key (endpoint_id, id),
        constraint pending_is_due check ((status = 'pending') = (next_attempt_at is not null))
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000,
              autovacuum_vacuum_insert_scale_factor = 0.05)`);
    await runner.query(
      `create index deliveries_due on notifier.deliveries (endpoint_id, next_attempt_at, id) where status = 'pending'`,
    );
    await runner.query(`create index deliveries_of_event on notifier.deliveries (event_id)`);
    await runner.query(auditTableSql("notifier"));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["audit", "deliveries", "endpoints", "events"])
      await runner.query(`drop table notifier.${table}`);
  }
}
