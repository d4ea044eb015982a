import {
  beginPackingSql,
  dropPackingTableSql,
  packingTableSql,
  type ServiceMigration,
} from "@flowlix/persistence";
import type { QueryRunner } from "typeorm";

/** Events can be kept packed (docs/decisions/0116-phrases-are-packed.md). */
export class PackEvents1765810000001 implements ServiceMigration {
  name = "PackEvents1765810000001";
  readonly compatibility = "expand";
  readonly whenNew = beginPackingSql("notifier");

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table notifier.events
        add column packed bytea,
        alter column payload drop not null,
        add constraint events_have_one_payload check (num_nonnulls(payload, packed) = 1) not valid;
      ${packingTableSql("notifier")}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropPackingTableSql("notifier")}
      alter table notifier.events
        drop constraint events_have_one_payload,
        alter column payload set not null,
        drop column packed`);
  }
}
