import { dropTraceIndexesSql, indexTraces } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class IndexTraces1765240000002 implements MigrationInterface {
  name = "IndexTraces1765240000002";
  readonly compatibility = "expand";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexTraces(runner, "payouts");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropTraceIndexesSql("payouts"));
  }
}
