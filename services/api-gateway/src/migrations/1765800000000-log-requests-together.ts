import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * Requests of one merchant that are written together share a row: its columns are the last of them, as before, and the
 * earlier ones are packed (docs/decisions/0092-the-request-log-is-lossy.md#packed). The release before reads the last
 * one alone.
 */
export class LogRequestsTogether1765800000000 implements MigrationInterface {
  name = "LogRequestsTogether1765800000000";
  readonly compatibility = "expand";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table gateway.request_log
        add column earlier bytea check (octet_length(earlier) <= 1048576),
        add column earlier_count smallint not null default 0,
        add column earlier_errors smallint not null default 0,
        add column earlier_keys text[],
        add column ids_from text,
        add column ids_to text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table gateway.request_log
        drop column earlier, drop column earlier_count, drop column earlier_errors, drop column earlier_keys,
        drop column ids_from, drop column ids_to`);
  }
}
