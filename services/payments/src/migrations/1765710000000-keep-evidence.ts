import {
  accountCallbacksSql,
  addProviderAccountSql,
  dropAccountCallbacksSql,
  dropProviderAccountSql,
} from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** Callbacks of merchants' accounts, and which account an object went to: only its own may speak of it. */
export class KeepEvidence1765710000000 implements MigrationInterface {
  name = "KeepEvidence1765710000000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addProviderAccountSql("payments.payments"));
    await runner.query(accountCallbacksSql("payments"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAccountCallbacksSql("payments"));
    await runner.query(dropProviderAccountSql("payments.payments"));
  }
}
