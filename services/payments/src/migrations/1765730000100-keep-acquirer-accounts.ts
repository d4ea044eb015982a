import { accountsTableSql, dropAccountsTableSql } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class KeepAcquirerAccounts1765730000100 implements MigrationInterface {
  name = "KeepAcquirerAccounts1765730000100";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(accountsTableSql("payments"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAccountsTableSql("payments"));
  }
}
