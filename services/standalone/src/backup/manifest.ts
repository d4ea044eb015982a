import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode, LaunchError } from "../launch-error.ts";
import type { SecretChecks } from "./secret-checks.ts";

export const MANIFEST = "manifest.json";
/** A change of what is here that an older program would misread gets the next number. */
const FORMAT = 1;

/** Of a file in the backup's folder. */
export interface FileSum {
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup says of itself. It is written last: a folder without one is no backup. */
export interface Manifest {
  /** `cluster`: an embedded server's data. `dump`: of a database of the operator's, by pg_dump. */
  readonly kind: "cluster" | "dump";
  readonly program: string;
  readonly postgres_major: number;
  /** By the database's clock. All that was committed before it is in the backup. */
  readonly begun_at: string;
  /** By the database's clock. Nothing that was committed after it is in the backup. */
  readonly ended_at: string;
  /** Of a cluster: all that was committed before this place in its log is in the backup. */
  readonly end_lsn: string | null;
  /** Of an installation that was restored and not continued: since when it may lack what its acquirer has. */
  readonly lacks_since: string | null;
  /** By schema, oldest first. */
  readonly migrations: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, FileSum>>;
  readonly secrets: {
    readonly note: string;
    /** What the separate file holds. */
    readonly names: readonly string[];
    readonly checks: SecretChecks;
  };
}

export const KEEP_APART =
  "The secrets are not in this folder. Keep their file, and apart from it: somebody who has both can read cards and act as this installation; without it this backup is worthless.";

export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`;

/**
 * What a backup's folder says of itself.
 * Errors: LaunchError for a folder that is none, an unfinished or damaged backup, and one of a newer program.
 */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if (errorCode(error) === "ENOENT")
      throw new LaunchError(`FROM: ${folder} is no complete backup: ${MANIFEST} is missing`, undefined, {
        cause: error,
      });
    throw new LaunchError(`FROM: ${path} is damaged or cannot be read`, undefined, { cause: error });
  }
  const format = typeof value === "object" && value !== null && "format" in value ? value.format : undefined;
  if (typeof format === "number" && format > FORMAT)
    throw new LaunchError(`FROM: ${folder} is of a newer program; restore it with that one`);
  if (format !== FORMAT || !isManifest(value)) throw new LaunchError(`FROM: ${path} is damaged`);
  return value;
}

const TEXTS = ["kind", "program", "begun_at", "ended_at"] as const;

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value)) return false;
  const { postgres_major: major, lacks_since: since, migrations, files, secrets } = value;
  return (
    TEXTS.every((name) => typeof value[name] === "string") &&
    Number.isInteger(major) &&
    (since === null || typeof since === "string") &&
    isObject(migrations) &&
    Object.values(migrations).every((names) => Array.isArray(names)) &&
    isObject(files) &&
    Object.entries(files).every(([name, sum]) => isFileName(name) && isSum(sum)) &&
    isObject(secrets) &&
    isObject(secrets["checks"])
  );
}

/** Of this folder and of no other. */
const isFileName = (name: string): boolean => /^[a-z][a-z_.]{0,62}$/.test(name);

const isSum = (sum: unknown): boolean =>
  isObject(sum) && typeof sum["bytes"] === "number" && typeof sum["sha256"] === "string";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
