import { auditTableSql } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class CreateAudit1764100000001 implements MigrationInterface {
  name = "CreateAudit1764100000001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(auditTableSql("payouts"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table payouts.audit");
  }
}
