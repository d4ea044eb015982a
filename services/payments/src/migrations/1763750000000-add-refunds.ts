import type { MigrationInterface, QueryRunner } from "typeorm";
import { FAILURE_CODES, REFUND_STATUSES, REFUND_TYPES, REFUNDS_OF_PAYMENT_MAX } from "./frozen-values.ts";

const inList = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(", ")})`;

export class AddRefunds1763750000000 implements MigrationInterface {
  name = "AddRefunds1763750000000";

  async up(runner: QueryRunner): Promise<void> {
    // Null on a Payment without Refunds, whose row stays as long as it was and whose reads ask for none.
    await runner.query(`
      alter table payments.payments
        add column refund_count smallint
          constraint refunds_bounded check (refund_count between 1 and ${REFUNDS_OF_PAYMENT_MAX}),
        add constraint only_succeeded_is_refunded check (refund_count is null or status = 'SUCCEEDED'),
        add constraint balance_has_refunds check (refund_count is not null or amount_refunded + amount_reserved = 0)`);
    await runner.query(`
      create table payments.refunds (
        id text primary key,
        seq bigint generated always as identity,
        payment_id text not null,
        merchant_id text not null,
        livemode boolean not null,
        amount bigint not null check (amount >= 1),
        currency text not null,
        merchant_reference bigint,
        reason text not null,
        refund_type text not null check (refund_type in ${inList(REFUND_TYPES)}),
        status text not null check (status in ${inList(REFUND_STATUSES)}),
        failure_code text check (failure_code in ${inList(FAILURE_CODES)}),
        created_at timestamptz not null,
        updated_at timestamptz not null,
        completed_at timestamptz,
        version integer not null,
        sweep_at timestamptz,
        constraint refund_failed_says_why check ((status = 'FAILED') = (failure_code is not null)),
        constraint refund_ended_says_when check ((status in ('SUCCEEDED', 'FAILED')) = (completed_at is not null)),
        constraint unapplied_is_swept check ((version = 0) = (sweep_at is not null))
      )`);
    await runner.query(`create unique index refunds_of_payment on payments.refunds (payment_id, seq)`);
    await runner.query(
      `create index refunds_unapplied on payments.refunds (sweep_at) where sweep_at is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table payments.refunds`);
    await runner.query(`
      alter table payments.payments
        drop constraint balance_has_refunds,
        drop constraint only_succeeded_is_refunded,
        drop column refund_count`);
  }
}
