import { readFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { connect, takeBaseBackup } from "@flowlix/persistence";
import { messageOf } from "@flowlix/runtime";
import { openDataDir } from "../data-dir.ts";
import { checkEmbeddedData, embeddedPostgres, runningEmbedded } from "../database.ts";
import { LaunchError } from "../launch-error.ts";
import { loadSecrets } from "../secrets.ts";
import { databaseFacts } from "./database-facts.ts";
import { summedFile, writeSummed } from "./file-sums.ts";
import { sayProgress } from "./progress.ts";
import type { BackupContext, DatabasePart } from "./contexts.ts";

export const ARCHIVE = "base.tar.gz";
export const SERVER_MANIFEST = "backup_manifest";
/** What an installation has for its links: no secret, and of use after a restore. */
export const PORTS = "ports.json";

/** Quick: a backup competes with payments for the processor. */
const COMPRESSION = { level: 1 };

/** The embedded server's data, while it runs; where it does not, it is started for this. */
export async function backUpCluster(context: BackupContext): Promise<DatabasePart> {
  const { folder, secrets } = context;
  const running = await runningEmbedded(folder, secrets["postgres_password"] ?? "");
  if (running !== undefined) return await backUp(running, context);
  if (!existsSync(join(folder, "postgres-18")))
    throw new LaunchError(`DATA_DIR: ${folder} has no database; name DATABASE_URL if it is elsewhere`);
  await checkEmbeddedData(folder);
  const dataDir = openDataDir(folder);
  try {
    const postgres = embeddedPostgres(folder, loadSecrets(dataDir.file("secrets.json")));
    const server = await postgres.start();
    try {
      return await backUp(postgres.place().adminUrl, context);
    } finally {
      await server.stop();
    }
  } finally {
    dataDir.release();
  }
}

async function backUp(url: string, { unfinished, folder, asked }: BackupContext): Promise<DatabasePart> {
  const db = await connect(url, "backup").catch((error: unknown) => {
    throw new LaunchError(`the installation's Postgres cannot be asked: ${messageOf(error)}`, undefined, {
      cause: error,
    });
  });
  // Where it waits for somebody's lock it would not hear of it otherwise.
  asked.addEventListener("abort", () => void db.end());
  try {
    asked.throwIfAborted();
    const before = await databaseFacts(db);
    const archive = summedFile(join(unfinished, ARCHIVE), createGzip(COMPRESSION));
    const manifest = summedFile(join(unfinished, SERVER_MANIFEST));
    const [{ endLsn }, archived, listed] = await Promise.all([
      takeBaseBackup({
        url,
        archive: archive.into,
        manifest: manifest.into,
        onProgress: sayProgress("backup"),
        signal: asked,
      }),
      archive.written,
      manifest.written,
    ]);
    const after = await databaseFacts(db);
    if (JSON.stringify(after.migrations) !== JSON.stringify(before.migrations))
      throw new LaunchError("the database was migrated meanwhile: take the backup again");
    return {
      kind: "cluster",
      postgres_major: after.postgresMajor,
      begun_at: before.now,
      ended_at: after.now,
      end_lsn: endLsn,
      migrations: after.migrations,
      files: { [ARCHIVE]: archived, [SERVER_MANIFEST]: listed, ...(await copyPorts(folder, unfinished)) },
    };
  } finally {
    await db.end();
  }
}

async function copyPorts(folder: string, unfinished: string) {
  const path = join(folder, PORTS);
  if (!existsSync(path)) return {};
  return { [PORTS]: await writeSummed(join(unfinished, PORTS), Readable.from([readFileSync(path)])) };
}
