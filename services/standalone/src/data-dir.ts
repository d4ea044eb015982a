import {
  accessSync,
  chmodSync,
  constants,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { messageOf } from "@flowlix/runtime";
import { removeFile, writeWhole } from "./atomic-file.ts";
import { EXIT_CONFIG, LaunchError, errorCode } from "./launch-error.ts";

/** The folder of one installation, held by this process alone until released. */
export interface DataDir {
  readonly path: string;
  file(name: string): string;
  release(): void;
}

/** Creates the folder where needed and takes it. Errors: LaunchError when it cannot be used or is in use. */
export function openDataDir(setting: string): DataDir {
  const path = usableFolder(setting);
  const lock = takeLock(path);
  const holder = join(path, "launcher.pid");
  writeWhole(holder, `${process.pid}\n`);
  return {
    path,
    file: (name) => join(path, name),
    release: () => {
      removeFile(holder);
      lock.close();
    },
  };
}

/** The folder's full path, made where needed. Errors: LaunchError when it cannot be read and written. */
export function usableFolder(setting: string): string {
  const path = resolve(setting);
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return path;
  } catch (error) {
    throw unusable(path, error);
  }
}

/**
 * Makes a folder and what is missing above it. Not by the recursive form of Node: where a file system
 * lets nobody make folders and says so with ENOENT (/proc does), that never returns.
 */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  for (const folder of missing.toReversed()) {
    try {
      mkdirSync(folder, { mode: 0o700 });
      // The embedded Postgres of root runs as somebody else, who has to pass through.
      if (process.getuid?.() === 0 && folder !== path) chmodSync(folder, 0o711);
    } catch (error) {
      // Another start was faster; whether it is a folder that can be used is asked next.
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
  if (!statSync(path).isDirectory()) mkdirSync(path);
}

/**
 * The lock is a byte range of a file, held by the system for as long as this process lives: a process
 * killed with -9 leaves none behind, and a pid used again by another program means nothing.
 */
function takeLock(path: string): DatabaseSync {
  const file = join(path, "launcher.lock");
  try {
    closeSync(openSync(file, "a", 0o600));
    const lock = new DatabaseSync(file);
    lock.exec("pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive");
    return lock;
  } catch (error) {
    if (messageOf(error).includes("database is locked")) {
      throw new LaunchError(
        `DATA_DIR: ${path} is in use by process ${holderOf(path)}; stop that one or name another DATA_DIR`,
      );
    }
    throw unusable(path, error);
  }
}

function holderOf(path: string): string {
  try {
    return readFileSync(join(path, "launcher.pid"), "utf8").trim();
  } catch {
    return "unknown";
  }
}

function unusable(path: string, error: unknown): LaunchError {
  const why = errorCode(error) ?? messageOf(error);
  return new LaunchError(`DATA_DIR: ${path} cannot be read and written (${why})`, EXIT_CONFIG, {
    cause: error,
  });
}
