import type { MigrationInterface, QueryRunner } from "typeorm";

/** What the challenge of an order says and in which language; null where there is none, so that no row grows without need. */
export class NamePayees1765250300000 implements MigrationInterface {
  name = "NamePayees1765250300000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table sandbox_acquirer.orders add column merchant_name text, add column language text`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sandbox_acquirer.orders drop column merchant_name, drop column language`);
  }
}
