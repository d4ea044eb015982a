import {
  accountCallbacksSql,
  addProviderAccountSql,
  dropAccountCallbacksSql,
  dropProviderAccountSql,
} from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** Callbacks of merchants' accounts, and which account an object went to: only its own may speak of it. */
export class KeepEvidence1765710000100 implements MigrationInterface {
  name = "KeepEvidence1765710000100";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(addProviderAccountSql("refunds.refunds"));
    await runner.query(accountCallbacksSql("refunds"));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropAccountCallbacksSql("refunds"));
    await runner.query(dropProviderAccountSql("refunds.refunds"));
  }
}
