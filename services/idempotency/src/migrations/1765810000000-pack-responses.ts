import {
  beginPackingSql,
  dropPackingTableSql,
  packingTableSql,
  type ServiceMigration,
} from "@flowlix/persistence";
import type { QueryRunner } from "typeorm";

/** Responses can be kept packed (docs/decisions/0116-phrases-are-packed.md). */
export class PackResponses1765810000000 implements ServiceMigration {
  name = "PackResponses1765810000000";
  readonly compatibility = "expand";
  // A packed response grows little when its record is completed: docs/bench.md#bytes-a-payment.
  readonly whenNew = `${beginPackingSql("idempotency")} alter table idempotency.records set (fillfactor = 60)`;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table idempotency.records
        add column response_packed bytea,
        drop constraint done_has_its_response,
        add constraint done_has_its_response check (
          (state = 'done') = (response_status is not null and num_nonnulls(response_body, response_packed) = 1)) not valid;
      ${packingTableSql("idempotency")}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropPackingTableSql("idempotency")}
      alter table idempotency.records
        drop constraint done_has_its_response,
        drop column response_packed,
        add constraint done_has_its_response check (
          (state = 'done') = (response_status is not null and response_body is not null)) not valid`);
  }
}
