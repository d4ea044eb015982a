import { dropChargedAccountSql, nameChargedAccountSql } from "@flowlix/ledger";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** At which account a late charge was, in its exception too. */
export class NameChargedAccount1765760000100 implements MigrationInterface {
  name = "NameChargedAccount1765760000100";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(nameChargedAccountSql({ schema: "payments" }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropChargedAccountSql({ schema: "payments" }));
  }
}
