import type { MigrationInterface, QueryRunner } from "typeorm";
import { FAILURE_CODES, INTEGRATION_TYPES, NEXT_ACTION_REASONS, PAYMENT_STATUSES } from "./frozen-values.ts";

const inList = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(", ")})`;

export class CreatePayments1763740000000 implements MigrationInterface {
  name = "CreatePayments1763740000000";

  async up(runner: QueryRunner): Promise<void> {
    // `seq` orders acceptance within one microsecond. The fill factor leaves room for the outcome
    // that nearly every row gets once, right after it was made.
    await runner.query(`
      create table payments.payments (
        id text primary key,
        seq bigint generated always as identity,
        merchant_id text not null,
        livemode boolean not null,
        amount bigint not null check (amount >= 1),
        currency text not null check (currency ~ '^[A-Z]{3}$'),
        status text not null check (status in ${inList(PAYMENT_STATUSES)}),
        integration_type text not null check (integration_type in ${inList(INTEGRATION_TYPES)}),
        payment_method_type text,
        card_brand text,
        card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
        card_exp_month smallint,
        card_exp_year smallint,
        merchant_reference bigint,
        merchant_customer_id text not null,
        customer_ip_address text not null,
        return_url text not null,
        description text,
        billing_details jsonb,
        failure_code text check (failure_code in ${inList(FAILURE_CODES)}),
        amount_refunded bigint not null default 0,
        amount_reserved bigint not null default 0,
        next_action_reason text check (next_action_reason in ${inList(NEXT_ACTION_REASONS)}),
        next_action_url text,
        action_expires_at timestamptz,
        requires_action_at timestamptz,
        processing_at timestamptz,
        succeeded_at timestamptz,
        failed_at timestamptz,
        expired_at timestamptz,
        created_at timestamptz not null,
        version integer not null,
        submission uuid,
        submit_until timestamptz,
        expiring boolean not null default false,
        next_look_at timestamptz,
        last_look_at timestamptz,
        look_count integer not null default 0,
        constraint failed_says_why check ((status = 'FAILED') = (failure_code is not null)),
        constraint action_only_while_required check ((status = 'REQUIRES_ACTION') = (next_action_url is not null)),
        constraint balance_never_below_zero check (amount_refunded >= 0 and amount_reserved >= 0 and amount_refunded + amount_reserved <= amount),
        constraint ended_is_not_due check (status in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING') or submit_until is null)
      ) with (fillfactor = 85)`);
    await runner.query(
      `create index payments_due on payments.payments (next_look_at) where next_look_at is not null`,
    );

    await runner.query(`
      create table payments.outbox (
        object_id text not null,
        version integer not null,
        event_id text not null,
        event_type text not null,
        payload json not null,
        created_at timestamptz not null,
        primary key (object_id, version)
      )`);

    await runner.query(`
      create table payments.callbacks (
        provider text not null,
        callback_id text not null,
        reference text not null,
        claimed_state text not null,
        received_at timestamptz not null,
        matched_at timestamptz,
        primary key (provider, callback_id)
      )`);
    await runner.query(
      `create index callbacks_unmatched on payments.callbacks (received_at) where matched_at is null`,
    );
    await runner.query(`create index callbacks_received on payments.callbacks using brin (received_at)`);

    await runner.query(`
      create table payments.anomalies (
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
      `create unique index anomalies_open on payments.anomalies (kind, object_id) where resolved_at is null`,
    );
    await runner.query(`create index anomalies_newest on payments.anomalies (created_at desc)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["anomalies", "callbacks", "outbox", "payments"])
      await runner.query(`drop table payments.${table}`);
  }
}
