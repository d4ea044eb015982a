import { addRouteSql, dropRouteSql } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class KeepRoutes1765730000101 implements MigrationInterface {
  name = "KeepRoutes1765730000101";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addRouteSql("payments.payments"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropRouteSql("payments.payments"));
  }
}
