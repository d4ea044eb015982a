import { checkByConstraintsSql, checkByDomainsSql, type CheckedColumn } from "@flowlix/persistence";
import type { MigrationInterface, QueryRunner } from "typeorm";

const TABLE = "idempotency.records";

const COLUMNS: readonly CheckedColumn[] = [
  {
    column: "state",
    base: "text",
    check: "value in ('open', 'held', 'done')",
    replaces: "records_state_check",
  },
  {
    column: "idempotency_key",
    base: "text",
    check: "char_length(value) between 1 and 255",
    replaces: "records_idempotency_key_check",
  },
  {
    column: "fingerprint",
    base: "bytea",
    check: "octet_length(value) = 32",
    replaces: "records_fingerprint_check",
  },
];

export class CheckByDomains1764210000000 implements MigrationInterface {
  name = "CheckByDomains1764210000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ${TABLE}
        drop constraint done_has_its_response,
        drop constraint open_has_a_worker`);
    await runner.query(checkByDomainsSql(TABLE, COLUMNS));
    await runner.query(`
      alter table ${TABLE}
        add constraint done_has_its_response check (
          (state = 'done') = (response_status is not null and response_body is not null)) not valid,
        add constraint open_has_a_worker check (
          state <> 'open' or (token is not null and lease_until is not null and start_before is not null)) not valid;
      analyze ${TABLE}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(checkByConstraintsSql(TABLE, COLUMNS));
  }
}
