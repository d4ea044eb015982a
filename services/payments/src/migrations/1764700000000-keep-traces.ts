import { addTraceparentSql, dropTraceparentSql } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class KeepTraces1764700000000 implements MigrationInterface {
  name = "KeepTraces1764700000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addTraceparentSql("payments.outbox"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropTraceparentSql("payments.outbox"));
  }
}
