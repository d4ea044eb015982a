import type { MigrationInterface, QueryRunner } from "typeorm";

export class TellRefundBefore1765095000000 implements MigrationInterface {
  name = "TellRefundBefore1765095000000";

  // Volatile, so that it has a snapshot of its own. A statement that waited for the Payment's row began before
  // the reservation that it waited for was committed, and would not see it by itself.
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function payments.seq_of_refund_before(payment text, own bigint) returns bigint language plpgsql volatile as $$
      begin
        return coalesce((select max(r.seq) from payments.refunds as r where r.payment_id = payment and r.seq < own), 0);
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop function payments.seq_of_refund_before(text, bigint)`);
  }
}
