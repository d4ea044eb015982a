import { randomBytes } from "node:crypto";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "./postmaster.ts";

/** Where the words of the last start that counts are found. */
export const STARTUP_LOG = "startup.log";

/** What a server says before its own log takes over. */
export interface StartupLog {
  /** For the server's output. */
  readonly fd: number;
  /** What was said so far. */
  read(): Promise<string>;
  /** Makes it the one that is found under its usual name. */
  keep(): Promise<void>;
  /** Leaves nothing of it: somebody else's start counts. */
  discard(): Promise<void>;
}

/**
 * A file for one start alone. Two starts at once that shared one would write over each other's words,
 * and who came second could not tell that the place is taken.
 */
export async function openStartupLog(dataDir: string): Promise<StartupLog> {
  await removeLeftovers(dataDir);
  const path = join(dataDir, `${STARTUP_LOG}.${process.pid}-${randomBytes(4).toString("hex")}`);
  const file = await open(path, "wx", 0o600);
  return {
    fd: file.fd,
    read: () => readFile(path, "utf8").catch(() => ""),
    keep: async () => {
      await file.close();
      await rename(path, join(dataDir, STARTUP_LOG));
    },
    discard: async () => {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

/** A name that `openStartupLog` gives; whatever else lies beside it is somebody's own. */
const OF_ONE_START = /^startup\.log\.(\d+)-[0-9a-f]{8}$/;

/** What a killed start left; the name says whose it was. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = name.match(OF_ONE_START)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(dataDir, name), { force: true });
  }
}
