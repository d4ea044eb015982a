import type { MigrationInterface, QueryRunner } from "typeorm";

export class CreateRecords1763740000000 implements MigrationInterface {
  name = "CreateRecords1763740000000";

  async up(runner: QueryRunner): Promise<void> {
    // A record grows some five times when its response is stored. The low fill factor keeps room for
    // that on its own page, so that most updates touch no index; docs/decisions/0041 has what it costs.
    await runner.query(`
      create table idempotency.records (
        key_id text not null,
        operation text not null,
        idempotency_key text not null check (char_length(idempotency_key) between 1 and 255),
        fingerprint_key_id text not null,
        fingerprint bytea not null check (octet_length(fingerprint) = 32),
        object_id text not null,
        state text not null check (state in ('open', 'held', 'done')),
        token uuid,
        start_before timestamptz,
        lease_until timestamptz,
        response_status smallint,
        response_body text,
        created_at timestamptz not null,
        primary key (key_id, operation, idempotency_key),
        constraint done_has_its_response check ((state = 'done') = (response_status is not null and response_body is not null)),
        constraint open_has_a_worker check (state <> 'open' or (token is not null and lease_until is not null and start_before is not null))
      ) with (fillfactor = 22)`);
    await runner.query(`create index records_created_at on idempotency.records using brin (created_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table idempotency.records`);
  }
}
