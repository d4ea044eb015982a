import { dropJournalTablesSql, journalTablesSql } from "@flowlix/ledger";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { payoutsJournal } from "../journal/journal-tables.ts";

export class KeepJournal1764600000000 implements MigrationInterface {
  name = "KeepJournal1764600000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(journalTablesSql(payoutsJournal));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropJournalTablesSql(payoutsJournal));
  }
}
