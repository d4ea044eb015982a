import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { ClusterFiles } from "./cluster-files.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import type { ServerAddress } from "./server-address.ts";

/** What a running server says about itself in its own `postmaster.pid`. */
export interface Postmaster extends ServerAddress {
  readonly pid: number;
  readonly ready: boolean;
}

const POLL_MS = 20;
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

const PID_FILE = "postmaster.pid";

/** The server that has the data directory open, if the process it names is really that server. */
export async function findPostmaster(files: ClusterFiles): Promise<Postmaster | undefined> {
  const named = await readPidFile(files, PID_FILE);
  if (named === undefined) return undefined;
  return (await serves(named.pid, files.folder)) ? named : undefined;
}

async function readPidFile(files: ClusterFiles, name: string): Promise<Postmaster | undefined> {
  const text = await files.read(name).catch(() => undefined);
  const lines = (text ?? "").split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return {
    pid,
    port: Number(lines[3] ?? 0),
    socketFolder: lines[4] === "" ? undefined : lines[4],
    ready: (lines[7] ?? "").trim() === "ready",
  };
}

/** Process numbers are used again, so the number alone proves nothing: the command line must be ours. */
async function serves(pid: number, dataDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const args = await readFile(`/proc/${pid}/cmdline`, "utf8").then(
    (text) => text.split("\0"),
    () => undefined,
  );
  if (args !== undefined)
    return args[args.indexOf("-D") + 1] === dataDir && (args[0] ?? "").endsWith("postgres");
  if (process.platform === "linux") return false;
  const { stdout } = await promisify(execFile)("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(
    () => ({ stdout: "" }),
  );
  return stdout.includes(`postgres -D ${dataDir} `);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * A file left by a crash can name a process that is now something else, and the server would refuse
 * to start because of it. Another start may put its own file there at any moment: a server whose file
 * is taken away is found by nobody and ends itself, so what was taken away is checked once more.
 */
export async function removeStalePidFile(files: ClusterFiles): Promise<void> {
  await removeStale(files, PID_FILE, files.folder);
}

/** The same for the file with which the server holds its Unix socket, in the folder of the socket. */
export async function removeStaleSocketLock(
  files: ClusterFiles,
  { port, dataDir }: { readonly port: number; readonly dataDir: string },
): Promise<void> {
  await removeStale(files, `.s.PGSQL.${port}.lock`, dataDir);
}

async function removeStale(files: ClusterFiles, name: string, dataDir: string): Promise<void> {
  const named = await readPidFile(files, name);
  if (named === undefined || !isAlive(named.pid) || (await serves(named.pid, dataDir))) return;
  const aside = `${name}.stale-${process.pid}`;
  try {
    await files.rename(name, aside);
  } catch {
    return;
  }
  const taken = await readPidFile(files, aside);
  if (taken !== undefined && taken.pid !== named.pid) await files.link(aside, name).catch(() => undefined);
  await files.remove(aside);
}

/** Fast shutdown: open transactions are rolled back, everything committed is written. Waits for the end. */
export async function stopPostmaster(dataDir: string, pid: number): Promise<void> {
  const steps = [
    ["SIGINT", FAST_SHUTDOWN_MS],
    ["SIGQUIT", IMMEDIATE_SHUTDOWN_MS],
  ] as const;
  for (const [signal, waitMs] of steps) {
    signalPostmaster(pid, signal);
    const giveUpAt = performance.now() + waitMs;
    while (performance.now() < giveUpAt) {
      // Not the bare process number: an ended server that nobody reaps keeps it.
      if (!(await serves(pid, dataDir))) return;
      await pause(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError("start_failed", `Postgres (process ${pid}) does not stop`);
}

export function signalPostmaster(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}
