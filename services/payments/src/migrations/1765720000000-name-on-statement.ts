import type { MigrationInterface, QueryRunner } from "typeorm";

/** What the payer's statement is to say. Rows without it do not grow. */
export class NameOnStatement1765720000000 implements MigrationInterface {
  name = "NameOnStatement1765720000000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query("alter table payments.payments add column statement_descriptor text");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("alter table payments.payments drop column statement_descriptor");
  }
}
