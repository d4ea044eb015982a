import type { MigrationInterface, QueryRunner } from "typeorm";

export class RememberRefundBefore1765095000001 implements MigrationInterface {
  name = "RememberRefundBefore1765095000001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table refunds.refunds add column previous_position bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table refunds.refunds drop column previous_position`);
  }
}
