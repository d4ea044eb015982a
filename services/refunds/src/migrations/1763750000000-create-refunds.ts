import { auditTableSql } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { RECORDED_STATUSES } from "../lifecycle/refund-lifecycle.ts";
import { FAILURE_CODES, REFUND_TYPES } from "./frozen-values.ts";

const inList = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(", ")})`;

export class CreateRefunds1763750000000 implements MigrationInterface {
  name = "CreateRefunds1763750000000";

  async up(runner: QueryRunner): Promise<void> {
    // A tombstone is a row like any other, so that the primary key alone decides between it and a Refund.
    await runner.query(`
      create table refunds.refunds (
        id text primary key,
        merchant_id text not null,
        livemode boolean not null,
        payment_id text not null,
        amount bigint not null check (amount >= 1),
        currency text not null check (currency ~ '^[A-Z]{3}$'),
        merchant_reference bigint,
        reason text not null,
        refund_type text not null check (refund_type in ${inList(REFUND_TYPES)}),
        position bigint not null,
        status text not null check (status in ${inList(RECORDED_STATUSES)}),
        failure_code text check (failure_code in ${inList(FAILURE_CODES)}),
        in_doubt boolean not null default false,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        completed_at timestamptz,
        version integer not null,
        submission uuid,
        submit_until timestamptz,
        next_look_at timestamptz,
        look_count integer not null default 0,
        acknowledged_version integer not null default 0,
        tell_at timestamptz,
        tell_count integer not null default 0,
        constraint failed_says_why check ((status = 'FAILED') = (failure_code is not null)),
        constraint ended_says_when check ((status in ('SUCCEEDED', 'FAILED')) = (completed_at is not null)),
        constraint doubt_is_processed check (not in_doubt or status = 'PROCESSING'),
        constraint open_is_due check (next_look_at is not null or status not in ('PENDING', 'PROCESSING')),
        constraint untold_is_due check (tell_at is not null or acknowledged_version = version or status in ('PENDING', 'VOIDED'))
      ) with (fillfactor = 85)`);
    await runner.query(`create unique index refunds_of_payment on refunds.refunds (payment_id, position)`);
    await runner.query(
      `create index refunds_due on refunds.refunds (next_look_at) where next_look_at is not null`,
    );
    await runner.query(`create index refunds_untold on refunds.refunds (tell_at) where tell_at is not null`);

    await runner.query(`
      create table refunds.outbox (
        object_id text not null,
        version integer not null,
        event_id text not null,
        event_type text not null,
        payload json not null,
        created_at timestamptz not null,
        primary key (object_id, version)
      )`);

    await runner.query(`
      create table refunds.callbacks (
        provider text not null,
        callback_id text not null,
        reference text not null,
        claimed_state text not null,
        received_at timestamptz not null,
        matched_at timestamptz,
        primary key (provider, callback_id)
      )`);
    await runner.query(
      `create index callbacks_unmatched on refunds.callbacks (received_at) where matched_at is null`,
    );
    await runner.query(`create index callbacks_received on refunds.callbacks using brin (received_at)`);

    await runner.query(`
      create table refunds.anomalies (
        id text primary key,
        kind text not null,
        object_id text,
        merchant_id text,
        livemode boolean,
        amount bigint,
        currency text,
        detail text not null,
        created_at timestamptz not null,
        resolution text check (resolution in ('reversed', 'noted')),
        note text,
        resolved_at timestamptz,
        constraint resolved_says_how check ((resolved_at is null) = (resolution is null))
      )`);
    // One open anomaly of a kind an object: seeing the same contradiction again adds nothing.
    await runner.query(
      `create unique index anomalies_open on refunds.anomalies (kind, object_id) where resolved_at is null`,
    );
    await runner.query(`create index anomalies_newest on refunds.anomalies (created_at desc)`);
    await runner.query(auditTableSql("refunds"));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["audit", "anomalies", "callbacks", "outbox", "refunds"])
      await runner.query(`drop table refunds.${table}`);
  }
}
