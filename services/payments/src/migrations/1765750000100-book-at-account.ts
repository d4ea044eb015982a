import { addAccountSql, dropAccountSql } from "@flowlix/ledger";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** At which account a late charge was, where it is not its Payment's own. */
export class BookAtAccount1765750000100 implements MigrationInterface {
  name = "BookAtAccount1765750000100";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addAccountSql({ schema: "payments" }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAccountSql({ schema: "payments" }));
  }
}
