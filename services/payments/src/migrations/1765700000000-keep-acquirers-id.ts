import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What acquirers need that tell an id of their own, close nothing, or have us finish the payer's return. Null for all
 * others, and then no row grows.
 */
export class KeepAcquirersId1765700000000 implements MigrationInterface {
  name = "KeepAcquirersId1765700000000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table payments.payments
        add column acquirer_id text,
        add column submitted_until timestamptz,
        add column absent_at timestamptz,
        add column completed_action text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table payments.payments drop column completed_action, drop column absent_at,
        drop column submitted_until, drop column acquirer_id`);
  }
}
