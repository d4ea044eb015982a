import type { MigrationInterface, QueryRunner } from "typeorm";

/** What never came off is late by the time that it has been due; of rows that are there, from now on. */
export class RememberWhenTurnsBegan1764600000000 implements MigrationInterface {
  name = "RememberWhenTurnsBegan1764600000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "alter table reconciler.turns add column made_at timestamptz not null default platform.clock()",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("alter table reconciler.turns drop column made_at");
  }
}
