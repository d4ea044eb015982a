import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

/** The folder of a run, which disappears with it. */
export const RUN_FOLDER_VARIABLE = "FLOWLIX_TEST_FOLDER";

const ASK_AGAIN_MS = 50;

/**
 * A file or folder that a run needs once, made by the first process that asks and told to all: its path. Undefined
 * outside of a run.
 */
export async function oncePerRun(
  name: string,
  make: (path: string) => Promise<void>,
): Promise<string | undefined> {
  const folder = process.env[RUN_FOLDER_VARIABLE] ?? "";
  if (folder === "") return undefined;
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const release = await takeTurn(`${path}.lock`);
  try {
    if (existsSync(path)) return path;
    const workshop = `${path}.new`;
    await rm(workshop, { recursive: true, force: true });
    await make(workshop);
    await rename(workshop, path);
    return path;
  } finally {
    release();
  }
}

/** The lock is the system's: a process that is killed leaves none behind. */
async function takeTurn(path: string): Promise<() => void> {
  const lock = new DatabaseSync(path);
  for (;;) {
    try {
      lock.exec("pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive");
      return () => lock.close();
    } catch {
      await pause(ASK_AGAIN_MS);
    }
  }
}
