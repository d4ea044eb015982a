import type { MigrationInterface, QueryRunner } from "typeorm";

/** How many cards a payer of a merchant's hosted page may try; one where nobody asked for more. */
export class AllowCardAttempts1765250300002 implements MigrationInterface {
  name = "AllowCardAttempts1765250300002";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table gateway.merchant_accounts
        add column card_attempts smallint not null default 1 check (card_attempts between 1 and 10)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table gateway.merchant_accounts drop column card_attempts`);
  }
}
