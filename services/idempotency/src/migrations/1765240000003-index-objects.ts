import { indexConcurrently } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** Finds the key that an object was made under. Objects' ids grow with the time, so that a key writes to its end. */
export class IndexObjects1765240000003 implements MigrationInterface {
  name = "IndexObjects1765240000003";
  readonly compatibility = "expand";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexConcurrently(runner, {
      schema: "idempotency",
      table: "records",
      name: "records_of_object",
      on: "(object_id)",
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop index if exists idempotency.records_of_object");
  }
}
