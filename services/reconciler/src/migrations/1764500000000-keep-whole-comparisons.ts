import type { MigrationInterface, QueryRunner } from "typeorm";
import { BOOK_LINE_KINDS } from "./frozen-values.ts";

const kinds = BOOK_LINE_KINDS.map((kind) => `'${kind}'`).join(", ");

/**
 * What a run finds of other days waits for the run's end, and only a run that is kept makes it known. Logged, unlike the
 * lines that are compared: these few rows are not there a second time.
 */
export class KeepWholeComparisons1764500000000 implements MigrationInterface {
  name = "KeepWholeComparisons1764500000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table reconciler.run_edges (
        run_id text collate "C" not null,
        attempt integer not null,
        kind text collate "C" not null check (kind in (${kinds})),
        reference text collate "C" not null,
        stated_day date not null,
        booked_day date not null,
        primary key (run_id, attempt, kind, reference)
      )`);
    await runner.query(`
      alter table reconciler.statement_runs
        add column overflowed boolean not null default false,
        add column broken_off integer not null default 0`);
    await runner.query(
      "update reconciler.statement_runs set overflowed = true where state = 'done' and differing + awaiting > 10000",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      "alter table reconciler.statement_runs drop column overflowed, drop column broken_off",
    );
    await runner.query("drop table reconciler.run_edges");
  }
}
