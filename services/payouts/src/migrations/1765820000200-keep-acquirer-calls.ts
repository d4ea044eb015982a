import { acquirerCallsSql, dropAcquirerCallsSql } from "@flowlix/engine";
import type { ServiceMigration } from "@flowlix/persistence";
import type { QueryRunner } from "typeorm";

/** Single calls of the acquirer, for the story of their object. */
export class KeepAcquirerCalls1765820000200 implements ServiceMigration {
  name = "KeepAcquirerCalls1765820000200";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(acquirerCallsSql("payouts"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAcquirerCallsSql("payouts"));
  }
}
