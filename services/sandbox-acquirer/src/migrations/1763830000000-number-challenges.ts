import type { MigrationInterface, QueryRunner } from "typeorm";

/** The number of the order's current challenge; null for the first one, so that no row grows without need. */
export class NumberChallenges1763830000000 implements MigrationInterface {
  name = "NumberChallenges1763830000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table sandbox_acquirer.orders add column challenge_number integer check (challenge_number > 1)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sandbox_acquirer.orders drop column challenge_number`);
  }
}
