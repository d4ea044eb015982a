import type { MigrationInterface, QueryRunner } from "typeorm";

export class AddHostedPages1763740100000 implements MigrationInterface {
  name = "AddHostedPages1763740100000";

  async up(runner: QueryRunner): Promise<void> {
    // All null on a Direct Payment, whose row stays as long as it was.
    await runner.query(`
      alter table payments.payments
        alter column customer_ip_address drop not null,
        add column order_sent boolean,
        add column refused_submits smallint,
        add column form_closed_until timestamptz,
        add constraint payer_known_once_sent check (
          customer_ip_address is not null or (integration_type = 'HOSTED_PAYMENT_PAGE' and order_sent is null))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table payments.payments
        drop constraint payer_known_once_sent,
        drop column order_sent,
        drop column refused_submits,
        drop column form_closed_until,
        alter column customer_ip_address set not null`);
  }
}
