import { dropTraceIndexesSql, indexTraces } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class IndexTraces1765240000000 implements MigrationInterface {
  name = "IndexTraces1765240000000";
  readonly compatibility = "expand";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexTraces(runner, "payments");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropTraceIndexesSql("payments"));
  }
}
