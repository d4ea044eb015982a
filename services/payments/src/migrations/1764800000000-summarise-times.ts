import type { MigrationInterface, QueryRunner } from "typeorm";

export class SummariseTimes1764800000000 implements MigrationInterface {
  name = "SummariseTimes1764800000000";

  async up(runner: QueryRunner): Promise<void> {
    // Retention asks every minute, and a range of pages that has no summary is read row by row.
    await runner.query("alter index payments.callbacks_received set (autosummarize = on)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("alter index payments.callbacks_received reset (autosummarize)");
  }
}
