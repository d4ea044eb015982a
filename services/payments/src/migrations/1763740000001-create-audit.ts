import { auditTableSql } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class CreateAudit1763740000001 implements MigrationInterface {
  name = "CreateAudit1763740000001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(auditTableSql("payments"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table payments.audit");
  }
}
