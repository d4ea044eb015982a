import type { MigrationInterface, QueryRunner } from "typeorm";

/** The id that an acquirer has of its own for a Payout, and when it first did not know one. Null for most. */
export class KeepAcquirersId1765700000200 implements MigrationInterface {
  name = "KeepAcquirersId1765700000200";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table payouts.payouts
        add column acquirer_id text,
        add column absent_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table payouts.payouts drop column absent_at, drop column acquirer_id`);
  }
}
