import { dropSuccessesIndexSql, indexSuccesses } from "@flowlix/ledger";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { refundsJournal } from "../journal/journal-tables.ts";

export class IndexSuccesses1764500000000 implements MigrationInterface {
  name = "IndexSuccesses1764500000000";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await indexSuccesses(runner, refundsJournal);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropSuccessesIndexSql(refundsJournal));
  }
}
