import type { Environment } from "@flowlix/runtime";
import type { RestoreConfig } from "./config.ts";
import type { Manifest } from "./manifest.ts";

/** What of a manifest depends on how the database is backed up. */
export type DatabasePart = Omit<Manifest, "program" | "lacks_since" | "secrets">;

/** What a way of backing up a database is given. */
export interface BackupContext {
  /** Where its files go. */
  readonly unfinished: string;
  readonly outside: Environment;
  readonly asked: AbortSignal;
  /** DATA_DIR. */
  readonly folder: string;
  readonly secrets: Readonly<Record<string, string>>;
}

/** What a way of restoring a database is given. */
export interface RestoreContext {
  readonly config: RestoreConfig;
  readonly outside: Environment;
  readonly asked: AbortSignal;
  readonly manifest: Manifest;
  /** DATA_DIR. */
  readonly folder: string;
  /** Those of the backup, or more. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Reads every file of the backup. Errors: LaunchError naming one that is missing or damaged. */
  checked(): Promise<void>;
}
