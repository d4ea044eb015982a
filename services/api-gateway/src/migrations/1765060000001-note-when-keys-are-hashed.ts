import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * From when on Idempotency-Keys are named by keyed hashes. Until then a rolling upgrade may be under way: processes of
 * the release before know a key by its text alone, and money may not move twice for one that both know differently.
 * Where no API key was ever made nothing was stored, and no other release is running.
 */
export class NoteWhenKeysAreHashed1765060000001 implements MigrationInterface {
  name = "NoteWhenKeysAreHashed1765060000001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SQL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward; restore a backup instead."));
  }
}

const SQL = `
  create table gateway.idempotency_key_hashing (
    only_row boolean primary key default true check (only_row),
    hashed_from timestamptz not null
  );
  insert into gateway.idempotency_key_hashing (hashed_from)
  select case when exists (select from gateway.api_keys) then platform.clock() + interval '1 day'
              else '-infinity'::timestamptz end;
`;
