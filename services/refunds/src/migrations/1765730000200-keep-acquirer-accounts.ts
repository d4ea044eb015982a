import { accountsTableSql, dropAccountsTableSql } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class KeepAcquirerAccounts1765730000200 implements MigrationInterface {
  name = "KeepAcquirerAccounts1765730000200";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(accountsTableSql("refunds"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAccountsTableSql("refunds"));
  }
}
