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
    await runner.query(checkByDomainsSql(TABLE, COLUMNS));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(checkByConstraintsSql(TABLE, COLUMNS));
  }
}
