import type { MigrationInterface, QueryRunner } from "typeorm";

/** What an acquirer tells an id of its own by, and of its charge; and when it first did not know a Refund. Null for most. */
export class KeepAcquirersId1765700000100 implements MigrationInterface {
  name = "KeepAcquirersId1765700000100";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table refunds.refunds
        add column acquirer_id text,
        add column charge_acquirer_id text,
        add column charge_submitted_ms bigint,
        add column absent_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table refunds.refunds drop column absent_at, drop column charge_submitted_ms,
        drop column charge_acquirer_id, drop column acquirer_id`);
  }
}
