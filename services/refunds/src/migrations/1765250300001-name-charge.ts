import type { MigrationInterface, QueryRunner } from "typeorm";

/** Which order of its Payment a Refund is of; null for the first, so that no row of a Payment with one card grows. */
export class NameCharge1765250300001 implements MigrationInterface {
  name = "NameCharge1765250300001";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table refunds.refunds add column charge_attempt smallint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table refunds.refunds drop column charge_attempt`);
  }
}
