import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Environment } from "@flowlix/runtime";
import { removeFile, syncDirectory, writeWhole } from "../atomic-file.ts";
import { LaunchError } from "../launch-error.ts";
import { readKeptSecrets } from "../secrets.ts";
import { readBackupConfig, type BackupConfig } from "./config.ts";
import { backUpCluster } from "./back-up-cluster.ts";
import { backUpByDump } from "./back-up-by-dump.ts";
import { KEEP_APART, MANIFEST, manifestText, type Manifest } from "./manifest.ts";
import { notContinuedSince } from "./restored-file.ts";
import { secretChecks } from "./secret-checks.ts";

/**
 * `make backup`: a whole backup, or nothing that looks like one. The folder has its name when everything in it is on
 * disk; until then it is called unfinished.
 * Errors: LaunchError.
 */
export async function takeBackup(outside: Environment, asked: AbortSignal): Promise<string> {
  const config = readBackupConfig(outside);
  const folder = resolve(config.launch.DATA_DIR);
  const secretsFile = join(folder, "secrets.json");
  const secrets = readKeptSecrets(secretsFile);
  if (Object.keys(secrets).length === 0)
    throw new LaunchError(`DATA_DIR: there is no installation in ${folder}: secrets.json is missing`);
  const unfinished = startFolder(config);
  try {
    const { DATABASE_URL: url } = config.launch;
    const context = { unfinished, outside, asked, folder, secrets };
    const part = url === undefined ? await backUpCluster(context) : await backUpByDump(context, url);
    const manifest: Manifest = {
      program: programVersion(),
      lacks_since: notContinuedSince(folder) ?? null,
      ...part,
      secrets: {
        note: KEEP_APART,
        names: Object.keys(secrets).toSorted(),
        checks: secretChecks(secrets, part.kind),
      },
    };
    asked.throwIfAborted();
    writeWhole(join(unfinished, MANIFEST), manifestText(manifest));
    // As it stands: what another release has in it stays.
    writeWhole(config.secretsTo, `${JSON.stringify(secrets, null, 2)}\n`);
    finish(unfinished, config);
    return said(config, manifest);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

function startFolder({ to, secretsTo }: BackupConfig): string {
  if (existsSync(to)) throw new LaunchError(`TO: ${to} is there already`);
  if (existsSync(secretsTo)) throw new LaunchError(`SECRETS_TO: ${secretsTo} is there already`);
  const unfinished = `${to}.unfinished-${process.pid}`;
  try {
    for (const path of [dirname(to), dirname(secretsTo)]) mkdirSync(path, { recursive: true, mode: 0o700 });
    mkdirSync(unfinished, { mode: 0o700 });
    return unfinished;
  } catch (error) {
    throw new LaunchError(`TO: ${unfinished} cannot be made`, undefined, { cause: error });
  }
}

function finish(unfinished: string, { to, secretsTo }: BackupConfig): void {
  try {
    renameSync(unfinished, to);
    syncDirectory(dirname(to));
  } catch (error) {
    removeFile(secretsTo);
    throw error;
  }
}

function programVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  const { version }: { version: string } = JSON.parse(readFileSync(file, "utf8"));
  return version;
}

const said = ({ to, secretsTo }: BackupConfig, { begun_at: begun, ended_at: ended }: Manifest): string =>
  [
    `The backup is in ${to}. It has everything until ${begun}, and some until ${ended}.`,
    `Its secrets are in ${secretsTo}: keep them, in another place. Without them the backup is worthless.`,
  ].join("\n");
