import type { MigrationInterface, QueryRunner } from "typeorm";

export class IndexLists1763740200000 implements MigrationInterface {
  name = "IndexLists1763740200000";

  async up(runner: QueryRunner): Promise<void> {
    // The one index of lists that every Payment writes; the others hold only what they can find.
    await runner.query(
      `create index payments_list on payments.payments (merchant_id, livemode, created_at, seq)`,
    );
    await runner.query(
      `create index payments_list_reference on payments.payments (merchant_id, livemode, merchant_reference, created_at, seq)
        where merchant_reference is not null`,
    );
    await runner.query(`alter table payments.payments add column billing_email_folded text`);
    // Addresses are ASCII, which folds alike everywhere; from here on the service folds what it writes.
    await runner.query(`
      update payments.payments set billing_email_folded = lower(billing_details ->> 'email' collate "C")
       where billing_details ->> 'email' is not null`);
    await runner.query(
      `create index payments_list_email on payments.payments (merchant_id, livemode, billing_email_folded, created_at, seq)
        where billing_email_folded is not null`,
    );
    // What nobody looks at any more would stay open for ever. Lists of open Payments rely on it as well.
    await runner.query(`
      alter table payments.payments add constraint open_is_due
        check (next_look_at is not null or status not in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table payments.payments drop constraint open_is_due`);
    await runner.query(`drop index payments.payments_list, payments.payments_list_reference`);
    await runner.query(`alter table payments.payments drop column billing_email_folded`);
  }
}
