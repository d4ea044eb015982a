import {
  accountCallbacksSql,
  addProviderAccountSql,
  dropAccountCallbacksSql,
  dropProviderAccountSql,
} from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** Callbacks of merchants' accounts, and which account an object went to: only its own may speak of it. */
export class KeepEvidence1765710000200 implements MigrationInterface {
  name = "KeepEvidence1765710000200";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addProviderAccountSql("payouts.payouts"));
    await runner.query(accountCallbacksSql("payouts"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAccountCallbacksSql("payouts"));
    await runner.query(dropProviderAccountSql("payouts.payouts"));
  }
}
