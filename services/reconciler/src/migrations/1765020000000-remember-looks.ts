import { indexConcurrently } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** When each difference was last looked at again, so that a run begins with the one that has waited longest. */
export class RememberLooks1765020000000 implements MigrationInterface {
  name = "RememberLooks1765020000000";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table reconciler.differences add column if not exists looked_at timestamptz");
    await indexConcurrently(runner, {
      schema: "reconciler",
      table: "differences",
      name: "differences_carried",
      on: `(provider, livemode, coalesce(looked_at, found_at), id)
           where state <> 'resolved' and difference in ('missing_here', 'status') and statement_amount is not null`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop index if exists reconciler.differences_carried");
    await runner.query("alter table reconciler.differences drop column looked_at");
  }
}
