import type { ServiceMigration } from "@flowlix/persistence";
import type { QueryRunner } from "typeorm";

/** Served the lists of releases before 1.0.0, which went by `seq` (docs/decisions/0037-event-lists.md). */
export class DropEventsOfMode1765810000002 implements ServiceMigration {
  name = "DropEventsOfMode1765810000002";
  readonly compatibility = "contract 1.0.0";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("drop index if exists notifier.events_of_mode");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "create unique index events_of_mode on notifier.events (merchant_id, livemode, type, seq)",
    );
  }
}
