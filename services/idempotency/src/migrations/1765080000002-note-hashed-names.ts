import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Whether a key was ever begun by a hashed name. From then on a key that is begun by its text alone comes of a gateway
 * that would not find the hashed one.
 */
export class NoteHashedNames1765080000002 implements MigrationInterface {
  name = "NoteHashedNames1765080000002";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotency.hashed_names (
        only_row boolean primary key default true check (only_row),
        first_at timestamptz not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table idempotency.hashed_names`);
  }
}
