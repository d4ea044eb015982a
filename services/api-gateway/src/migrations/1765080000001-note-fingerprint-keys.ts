import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * The keys that gateways have in `FINGERPRINT_KEYS`, by a check value that tells nothing of them, and when they were
 * in use. A process that lacks one of them would not find what was stored with it.
 */
export class NoteFingerprintKeys1765080000001 implements MigrationInterface {
  name = "NoteFingerprintKeys1765080000001";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SQL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error("Migrations only go forward; restore a backup instead."));
  }
}

/** `missed_at`: a running process did not have it. `active_at`: a running process names Idempotency-Keys with it. */
const SQL = `
  create table gateway.fingerprint_keys (
    id text primary key check (char_length(id) between 1 and 64),
    check_value bytea not null check (octet_length(check_value) = 32),
    registered_at timestamptz not null,
    missed_at timestamptz,
    active_from timestamptz,
    active_at timestamptz
  );
`;
