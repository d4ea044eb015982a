import { join } from "node:path";
import { connect } from "@flowlix/persistence";
import { messageOf } from "@flowlix/runtime";
import { LaunchError } from "../launch-error.ts";
import { databaseFacts } from "./database-facts.ts";
import { writeSummed } from "./file-sums.ts";
import { DUMP, requirePgProgram, startPgProgram } from "./pg-programs.ts";
import type { BackupContext, DatabasePart } from "./contexts.ts";

export const DUMP_FILE = "database.dump";

/** A database of the operator's, by the operator's own pg_dump: one snapshot of it, while it is in use. */
export async function backUpByDump(
  { unfinished, outside, asked }: BackupContext,
  url: string,
): Promise<DatabasePart> {
  const db = await connect(url, "backup").catch((error: unknown) => {
    throw new LaunchError(`DATABASE_URL: the database cannot be used: ${messageOf(error)}`, undefined, {
      cause: error,
    });
  });
  // Where it waits for somebody's lock it would not hear of it otherwise.
  asked.addEventListener("abort", () => void db.end());
  try {
    asked.throwIfAborted();
    const before = await databaseFacts(db);
    await requirePgProgram("pg_dump", before.postgresMajor, outside);
    const program = startPgProgram("pg_dump", DUMP, { url, outside, signal: asked });
    const [dumped] = await Promise.all([
      writeSummed(join(unfinished, DUMP_FILE), program.output),
      program.ended,
    ]);
    const after = await databaseFacts(db);
    if (JSON.stringify(after.migrations) !== JSON.stringify(before.migrations))
      throw new LaunchError("the database was migrated meanwhile: take the backup again");
    return {
      kind: "dump",
      postgres_major: after.postgresMajor,
      begun_at: before.now,
      ended_at: after.now,
      end_lsn: null,
      migrations: after.migrations,
      files: { [DUMP_FILE]: dumped },
    };
  } finally {
    await db.end();
  }
}
