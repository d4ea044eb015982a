import { forgetLooks, rememberLooks } from "@flowlix/engine";
import type { MigrationInterface, QueryRunner } from "typeorm";
import { refundsJournal } from "../journal/journal-tables.ts";

export class RememberLooks1765020000000 implements MigrationInterface {
  name = "RememberLooks1765020000000";
  /** An index that is made while others write cannot be made in one. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await rememberLooks(runner, refundsJournal);
  }

  async down(runner: QueryRunner): Promise<void> {
    await forgetLooks(runner, refundsJournal);
  }
}
