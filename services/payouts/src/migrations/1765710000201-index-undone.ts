import { dropUndoneIndexSql, indexUndone } from "@flowlix/ledger";
import type { MigrationInterface, QueryRunner } from "typeorm";

/** Exceptions `payout_returned` are found by their objects. */
const OF = { schema: "payouts", undone: "payout_returned" } as const;

export class IndexUndone1765710000201 implements MigrationInterface {
  name = "IndexUndone1765710000201";
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
