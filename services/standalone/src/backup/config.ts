import { resolve } from "node:path";
import { choice, optional, readConfig, text, type Environment, type Setting } from "@flowlix/runtime";
import { readLaunchConfig, type LaunchConfig } from "../config.ts";
import { EXIT_CONFIG, LaunchError } from "../launch-error.ts";

const path = () => optional(text({ maxLength: 4096 }));

export interface BackupConfig {
  readonly launch: LaunchConfig;
  /** The backup's folder, which is made. */
  readonly to: string;
  /** The file of its secrets, which is made. */
  readonly secretsTo: string;
}

/** Errors: LaunchError. */
export function readBackupConfig(env: Environment): BackupConfig {
  const launch = readLaunchConfig(env);
  const read = readConfig({ TO: path(), SECRETS_TO: path() }, env);
  if (!read.ok) throw new LaunchError(read.problems, EXIT_CONFIG);
  const { TO, SECRETS_TO } = read.config;
  const to = resolve(TO ?? `${resolve(launch.DATA_DIR)}-backups/${timeName()}`);
  const secretsTo = resolve(SECRETS_TO ?? secretsBeside(to));
  if (secretsTo.startsWith(`${to}/`))
    throw new LaunchError(
      "SECRETS_TO: must not be inside of the backup: secrets are kept apart",
      EXIT_CONFIG,
    );
  return { launch, to, secretsTo };
}

const FROM: Setting<string> = {
  parse: (raw) =>
    raw === undefined
      ? { ok: false, problem: "is required: the folder of a backup, as in FROM=/mnt/backups/monday" }
      : text({ maxLength: 4096 }).parse(raw),
};

export interface RestoreConfig {
  readonly launch: LaunchConfig;
  readonly from: string;
  /** The file of secrets that was named. */
  readonly secrets: string | undefined;
  /** What is in DATA_DIR may be renamed. */
  readonly aside: boolean;
}

/** Errors: LaunchError. */
export function readRestoreConfig(env: Environment): RestoreConfig {
  const launch = readLaunchConfig(env);
  const ASIDE = choice(["yes", "no"], { default: "no" });
  const read = readConfig({ FROM, SECRETS: path(), ASIDE }, env);
  if (!read.ok) throw new LaunchError(read.problems, EXIT_CONFIG);
  const { FROM: from, SECRETS, ASIDE: aside } = read.config;
  return {
    launch,
    from: resolve(from),
    secrets: SECRETS === undefined ? undefined : resolve(SECRETS),
    aside: aside === "yes",
  };
}

/** Where a backup's secrets are unless something else was said. */
export const secretsBeside = (folder: string): string => `${folder}.secrets.json`;

/** Now, to the second, as part of a file's name. */
export const timeName = (): string =>
  new Date()
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "");
