import { dropUndoneIndexSql, indexUndone } from "@flowlix/ledger";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** Exceptions `capture_declined` are found by their objects. */
const OF = { schema: "payments", undone: "capture_declined" } as const;

export class IndexUndone1765710000001 implements MigrationInterface {
  name = "IndexUndone1765710000001";
  readonly compatibility = "expand";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexUndone(runner, OF);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropUndoneIndexSql(OF));
  }
}
