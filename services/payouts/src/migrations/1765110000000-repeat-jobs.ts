import { dropJobsTableSql, jobsTableSql } from "@flowlix/engine/jobs";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** The service repeats its own jobs, and no other calls for them. */
export class RepeatJobs1765110000000 implements MigrationInterface {
  name = "RepeatJobs1765110000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(jobsTableSql("payouts"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropJobsTableSql("payouts"));
  }
}
