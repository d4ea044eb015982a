import type { MigrationInterface, QueryRunner } from "typeorm";

/**
 * A day's statement finds its first and last line without reading the whole book. The book only grows at its end,
 * where time grows with it, so that an index of ranges is enough and costs the hot path nearly nothing.
 */
export class IndexBookByTime1764310000000 implements MigrationInterface {
  name = "IndexBookByTime1764310000000";

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      "create index book_at on sandbox_acquirer.book using brin (at) with (pages_per_range = 32, autosummarize = on)",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("drop index sandbox_acquirer.book_at");
  }
}
