import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * What merchants' developers asked in Sandbox mode, for seven days. Requests of live mode are never here, and bodies
 * hold nothing but fields of an allow-list (docs/decisions/0092-the-request-log-is-lossy.md).
 */
export class LogRequests1765250200000 implements MigrationInterface {
  name = "LogRequests1765250200000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SQL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop table gateway.request_log");
  }
}

/** `seq` counts in the order of the commits: batches are written one by one. */
const SQL = `
  create table gateway.request_log (
    request_id text primary key check (request_id ~ '^req_[A-Za-z0-9]{24}$'),
    seq bigint generated always as identity,
    merchant_id text not null,
    key_id text not null,
    at timestamptz not null,
    method text not null check (char_length(method) <= 16),
    path text not null check (char_length(path) <= 300),
    status smallint not null,
    error_code text check (char_length(error_code) <= 64),
    idempotent_replay boolean not null,
    duration_ms integer not null check (duration_ms >= 0),
    object_id text check (char_length(object_id) <= 64),
    request_body text check (char_length(request_body) <= 8192),
    answer_body text check (char_length(answer_body) <= 8192)
  );
  create index request_log_of_merchant on gateway.request_log (merchant_id, seq);
  create index request_log_by_time on gateway.request_log (at);
`;
