import { addRouteSql, dropRouteSql } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class KeepRoutes1765730000301 implements MigrationInterface {
  name = "KeepRoutes1765730000301";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addRouteSql("payouts.payouts"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropRouteSql("payouts.payouts"));
  }
}
