import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * How far the renaming of keys that are named by their text has come, and when none of them was left. Where all keys
 * were always named by hashes there never was one.
 */
export class NoteKeyRenames1765070000001 implements MigrationInterface {
  name = "NoteKeyRenames1765070000001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SQL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward; restore a backup instead."));
  }
}

const SQL = `
  alter table gateway.idempotency_key_hashing
    add column renamed bigint not null default 0,
    add column renaming_by uuid,
    add column renaming_until timestamptz,
    add column renamed_all_at timestamptz;
  update gateway.idempotency_key_hashing set renamed_all_at = platform.clock() where hashed_from = '-infinity';
  alter table gateway.idempotency_key_hashing
    add constraint keys_stay_hashed check (renamed_all_at is null or hashed_from <= renamed_all_at);
`;
