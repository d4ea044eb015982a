import { indexConcurrently } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Lists go by when events happened. `listed_at` is null but where an event was told late, so that no row that is there
 * changes and few new ones are longer. `events_of_mode` stays for processes of the version before.
 */
export class PlaceEvents1765050000000 implements MigrationInterface {
  name = "PlaceEvents1765050000000";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table notifier.events add column if not exists listed_at timestamptz");
    await indexConcurrently(runner, {
      schema: "notifier",
      table: "events",
      name: "events_in_order",
      on: "(merchant_id, livemode, type, coalesce(listed_at, created_at), seq)",
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop index notifier.events_in_order");
    await runner.query("alter table notifier.events drop column listed_at");
  }
}
