import { addProviderSql, dropProviderSql } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class NameAcquirer1765100000000 implements MigrationInterface {
  name = "NameAcquirer1765100000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addProviderSql("refunds.refunds"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropProviderSql("refunds.refunds"));
  }
}
