import type { MigrationInterface, QueryRunner } from "typeorm";
import { FAILURE_CODES, PAYOUT_CARD_BRANDS, PAYOUT_STATUSES } from "./frozen-values.ts";

const inList = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(", ")})`;

export class CreatePayouts1764100000000 implements MigrationInterface {
  name = "CreatePayouts1764100000000";

  async up(runner: QueryRunner): Promise<void> {
    // `seq` orders acceptance within one microsecond. Of the card only brand and last four have a place. What
    // a search through all rows of a merchant reads stands where nothing of other lengths comes before it.
    await runner.query(`
      create table payouts.payouts (
        seq bigint generated always as identity,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        amount bigint not null check (amount >= 1),
        version integer not null,
        look_count integer not null default 0,
        livemode boolean not null,
        search_text text not null,
        id text primary key,
        merchant_id text not null,
        currency text not null check (currency ~ '^[A-Z]{3}$'),
        merchant_reference bigint,
        card_brand text not null check (card_brand in ${inList(PAYOUT_CARD_BRANDS)}),
        card_last4 text not null check (card_last4 ~ '^[0-9]{4}$'),
        first_name text not null,
        last_name text not null,
        country text not null check (country ~ '^[A-Z]{2}$'),
        initiator_ip_address text not null,
        status text not null check (status in ${inList(PAYOUT_STATUSES)}),
        failure_code text check (failure_code in ${inList(FAILURE_CODES)}),
        completed_at timestamptz,
        submission uuid,
        submit_until timestamptz,
        next_look_at timestamptz,
        constraint failed_says_why check ((status = 'FAILED') = (failure_code is not null)),
        constraint ended_says_when check ((status in ('SUCCEEDED', 'FAILED')) = (completed_at is not null)),
        constraint only_pending_is_submitted check (status = 'PENDING' or submit_until is null),
        constraint open_is_due check (next_look_at is not null or status in ('SUCCEEDED', 'FAILED'))
      )`);
    await runner.query(
      `create index payouts_due on payouts.payouts (next_look_at) where next_look_at is not null`,
    );

    await runner.query(`
      create table payouts.outbox (
        object_id text not null,
        version integer not null,
        event_id text not null,
        event_type text not null,
        payload json not null,
        created_at timestamptz not null,
        primary key (object_id, version)
      )`);

    await runner.query(`
      create table payouts.callbacks (
        provider text not null,
        callback_id text not null,
        reference text not null,
        claimed_state text not null,
        received_at timestamptz not null,
        matched_at timestamptz,
        primary key (provider, callback_id)
      )`);
    await runner.query(
      `create index callbacks_unmatched on payouts.callbacks (received_at) where matched_at is null`,
    );
    await runner.query(`create index callbacks_received on payouts.callbacks using brin (received_at)`);

    await runner.query(`
      create table payouts.anomalies (
        id text primary key,
        kind text not null,
        object_id text,
        merchant_id text,
        livemode boolean,
        amount bigint,
        currency text,
        detail text not null,
        created_at timestamptz not null,
        resolution text check (resolution in ('noted')),
        note text,
        resolved_at timestamptz,
        constraint resolved_says_how check ((resolved_at is null) = (resolution is null))
      )`);
    // One open anomaly of a kind an object: seeing the same contradiction again adds nothing.
    await runner.query(
      `create unique index anomalies_open on payouts.anomalies (kind, object_id) where resolved_at is null`,
    );
    await runner.query(`create index anomalies_newest on payouts.anomalies (created_at desc)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ["anomalies", "callbacks", "outbox", "payouts"])
      await runner.query(`drop table payouts.${table}`);
  }
}
