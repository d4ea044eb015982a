import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@flowlix/persistence";
import { messageOf } from "@flowlix/runtime";
import { writeWhole } from "../atomic-file.ts";
import { openDataDir } from "../data-dir.ts";
import { externalDatabase, migrateAll } from "../database.ts";
import { LaunchError } from "../launch-error.ts";
import { loadSecrets, readKeptSecrets, type Secrets } from "../secrets.ts";
import { SERVICES } from "../services.ts";
import { DUMP_FILE } from "./back-up-by-dump.ts";
import { RESTORE, requirePgProgram, startPgProgram } from "./pg-programs.ts";
import type { RestoreContext } from "./contexts.ts";
import { isRestoredTo, noteRestored } from "./restored-file.ts";
import { missingSecrets } from "./secret-checks.ts";

/**
 * Fills an empty database of the operator's by pg_restore, in one transaction, and makes roles, passwords and rights as
 * `make migrate` does. DATA_DIR keeps the secrets that it has, if they are those of the backup.
 */
export async function restoreByDump(context: RestoreContext, url: string): Promise<string[]> {
  const { config, manifest, folder, outside, asked, secrets } = context;
  const dataDir = openDataDir(folder);
  try {
    const secretsFile = dataDir.file("secrets.json");
    refuseOtherSecrets(context, secretsFile);
    await refuseUsed(url, context);
    await requirePgProgram("pg_restore", manifest.postgres_major, outside);
    await context.checked();
    const dump = join(config.from, DUMP_FILE);
    const program = startPgProgram("pg_restore", [...RESTORE, dump], { url, outside, signal: asked });
    program.output.resume();
    await program.ended;
    if (!existsSync(secretsFile)) writeWhole(secretsFile, `${JSON.stringify(secrets, null, 2)}\n`);
    noteRestored(folder, manifest);
    await migrateRestored(context, url, loadSecrets(secretsFile));
    return ["The database is restored, with its roles and their rights."];
  } finally {
    dataDir.release();
  }
}

/** Errors: LaunchError that also says how to go on, since the dump is in the database for good. */
async function migrateRestored({ config }: RestoreContext, url: string, secrets: Secrets): Promise<void> {
  try {
    await migrateAll(externalDatabase(url, config.launch.ROLE_PREFIX), secrets);
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    const next =
      "the dump is restored, its roles and rights are not: mend that, then run make migrate with the same settings, not make restore";
    throw new LaunchError([...error.lines, next], error.exitCode, { cause: error });
  }
}

function refuseOtherSecrets({ manifest: { secrets } }: RestoreContext, file: string): void {
  if (!existsSync(file)) return;
  const missing = missingSecrets(secrets.checks, readKeptSecrets(file));
  if (missing.length > 0)
    throw new LaunchError(
      `DATA_DIR: ${file} is of another installation: it lacks, or has others for, ${missing.join(", ")}; name another DATA_DIR`,
    );
}

/** Said only where DATA_DIR was restored of this backup: which database that was it does not know. */
const UNLESS_FILLED = ". If the run before filled it from this backup, run make migrate instead";

const OUR_SCHEMAS = ["platform", ...SERVICES.map(({ schema }) => schema.schema)];

/** Errors: LaunchError for a database with anything of an installation in it, and an older server. */
async function refuseUsed(url: string, { folder, manifest }: RestoreContext): Promise<void> {
  const { postgres_major: major } = manifest;
  const db = await connect(url, "restore").catch((error: unknown) => {
    throw new LaunchError(`DATABASE_URL: the database cannot be used: ${messageOf(error)}`, undefined, {
      cause: error,
    });
  });
  try {
    const { rows } = await db.query(
      `select current_setting('server_version_num')::int / 10000 as major,
              array(select nspname::text from pg_namespace where nspname = any($1)) as found`,
      [OUR_SCHEMAS],
    );
    const found: unknown[] = rows[0]?.found ?? [];
    if (found.length > 0)
      throw new LaunchError(
        `DATABASE_URL: the database has ${found.join(", ")} already: name an empty one; nothing is deleted${
          isRestoredTo(folder, manifest) ? UNLESS_FILLED : ""
        }`,
      );
    if (Number(rows[0]?.major) < major)
      throw new LaunchError(
        `DATABASE_URL: the backup is of Postgres ${major}, this server is ${Number(rows[0]?.major)}`,
      );
  } finally {
    await db.end();
  }
}
