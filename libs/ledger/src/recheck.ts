import type { DataSource } from "typeorm";
import { appendAudit } from "@flowlix/persistence";
import type { JournalTables } from "./journal-tables.ts";
import { withProgress } from "./progress.ts";

export interface RecheckAsked {
  /** Whose act it is, for the audit. */
  readonly actor: string;
  /** YYYY-MM-DD; null for all days. */
  readonly day: string | null;
}

/** Has the next jobs compare a day anew, or begin a round through all days that is done at once. */
export function recheck(
  dataSource: DataSource,
  { schema }: JournalTables,
  { actor, day }: RecheckAsked,
): Promise<Record<string, never>> {
  return withProgress(dataSource, schema, async (manager) => {
    if (day === null) {
      await manager.query(`delete from ${schema}.journal_comparing where pass = 'round'`);
      await manager.query(
        `update ${schema}.journal_progress
            set round_day = null, round_first = null, round_began = platform.clock(), round_hurries = true`,
      );
    } else {
      await manager.query(`delete from ${schema}.journal_comparing where day = $1::date`, [day]);
      await manager.query(
        `insert into ${schema}.journal_asked (day) values ($1::date) on conflict (day) do nothing`,
        [day],
      );
    }
    await appendAudit(manager, schema, {
      actor,
      act: "ledger.check",
      subject: schema,
      detail: { day: day ?? "all" },
    });
    return {};
  });
}
