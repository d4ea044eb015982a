import { acquirerCallsSql, dropAcquirerCallsSql } from "@flowlix/engine";
import type { ServiceMigration } from "@flowlix/persistence";
import type { QueryRunner } from "typeorm";

/** Single calls of the acquirer, for the story of their object. */
export class KeepAcquirerCalls1765820000000 implements ServiceMigration {
  name = "KeepAcquirerCalls1765820000000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(acquirerCallsSql("payments"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAcquirerCallsSql("payments"));
  }
}
