import { accountsTableSql, dropAccountsTableSql } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

export class KeepAcquirerAccounts1765730000300 implements MigrationInterface {
  name = "KeepAcquirerAccounts1765730000300";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(accountsTableSql("payouts"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAccountsTableSql("payouts"));
  }
}
