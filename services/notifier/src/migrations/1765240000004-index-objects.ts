import { indexConcurrently } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** Finds the events of an object. */
export class IndexObjects1765240000004 implements MigrationInterface {
  name = "IndexObjects1765240000004";
  readonly compatibility = "expand";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexConcurrently(runner, {
      schema: "notifier",
      table: "events",
      name: "events_of_object",
      on: "(object_id, version)",
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop index if exists notifier.events_of_object");
  }
}
