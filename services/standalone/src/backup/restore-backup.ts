import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { MAJOR } from "@flowlix/persistence/embedded";
import type { Environment } from "@flowlix/runtime";
import { LaunchError } from "../launch-error.ts";
import { readKeptSecrets } from "../secrets.ts";
import { readRestoreConfig, secretsBeside, type RestoreConfig } from "./config.ts";
import { unknownMigrations } from "./database-facts.ts";
import { checkFiles } from "./file-sums.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { sayProgress } from "./progress.ts";
import { restoreByDump } from "./restore-by-dump.ts";
import { restoreCluster } from "./restore-cluster.ts";
import { missingSecrets } from "./secret-checks.ts";

/**
 * `make restore`: an installation as it was when a backup was taken. Everything is checked before anything changes, and
 * nothing is deleted.
 * Errors: LaunchError.
 */
export async function restoreBackup(outside: Environment, asked: AbortSignal): Promise<string> {
  const config = readRestoreConfig(outside);
  const folder = resolve(config.launch.DATA_DIR);
  const manifest = readManifest(config.from);
  refuseOtherProgram(manifest);
  refuseOtherKind(manifest, config);
  const secrets = secretsFor(manifest, config, folder);
  const checked = async () => {
    await checkFiles(config.from, manifest.files, sayProgress("check"));
    asked.throwIfAborted();
  };
  const context = { config, outside, asked, manifest, folder, secrets, checked };
  const { DATABASE_URL: url } = config.launch;
  const lines = url === undefined ? await restoreCluster(context) : await restoreByDump(context, url);
  return [...lines, ...next(manifest)].join("\n");
}

function refuseOtherProgram({ migrations, program, postgres_major: major, kind }: Manifest): void {
  const unknown = unknownMigrations(migrations);
  if (unknown.length > 0)
    throw new LaunchError(
      `FROM: the backup is of a newer release (${program}), which has ${unknown.join(", ")}; restore it with that one`,
    );
  if (kind === "cluster" && String(major) !== MAJOR)
    throw new LaunchError(`FROM: the backup is of Postgres ${major}; this release has ${MAJOR}`);
}

function refuseOtherKind({ kind }: Manifest, { launch: { DATABASE_URL: url } }: RestoreConfig): void {
  if (kind === "dump" && url === undefined)
    throw new LaunchError("FROM: the backup is of a database of yours: name an empty one in DATABASE_URL");
  if (kind === "cluster" && url !== undefined)
    throw new LaunchError("FROM: the backup is of an embedded database: restore it without DATABASE_URL");
}

/** Those that were named, else those beside the backup, else the installation's own. */
function secretsFor(
  { secrets: { checks } }: Manifest,
  { from, secrets: named }: RestoreConfig,
  folder: string,
): Readonly<Record<string, string>> {
  const path = named ?? [secretsBeside(from), join(folder, "secrets.json")].find((file) => existsSync(file));
  if (path === undefined || !existsSync(path))
    throw new LaunchError(
      `SECRETS: ${path ?? `the file of the backup's secrets, which is not beside ${from}`} is missing; without it the backup is worthless`,
    );
  const secrets = readKeptSecrets(path);
  const missing = missingSecrets(checks, secrets);
  if (missing.length > 0)
    throw new LaunchError(`SECRETS: ${path} lacks, or has others for, ${missing.join(", ")} of the backup`);
  return secrets;
}

const next = ({ begun_at: begun }: Manifest): string[] => [
  `What happened after ${begun} may be missing, and the acquirer has it. Keep merchants out, start the installation,`,
  "and run: npm run -s flowlix -- restore continue (docs/backups.md)",
];
