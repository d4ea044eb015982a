import type { MigrationInterface, QueryRunner } from "typeorm";

export class SummariseTimes1764800000000 implements MigrationInterface {
  name = "SummariseTimes1764800000000";

  async up(runner: QueryRunner): Promise<void> {
    // Which records are past their retention is asked every minute, and a range of pages that has no summary
    // is read row by row: all that came since the last vacuum, gigabytes on a busy day.
    await runner.query("alter index idempotency.records_created_at set (autosummarize = on)");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("alter index idempotency.records_created_at reset (autosummarize)");
  }
}
