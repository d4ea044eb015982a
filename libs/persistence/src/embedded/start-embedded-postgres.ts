import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findBinaries, type Binaries } from "./binaries.ts";
import type { ClusterFiles } from "./cluster-files.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { hasCluster, initCluster, SERVER_ENV } from "./init-cluster.ts";
import { takeParentLock, type ParentLock } from "./parent-lock.ts";
import { choosePort } from "./port.ts";
import {
  findPostmaster,
  removeStalePidFile,
  signalPostmaster,
  stopPostmaster,
  type Postmaster,
} from "./postmaster.ts";
import { chooseRunAs, type RunAs } from "./run-as.ts";
import { throughSocket, urlOf, type ServerAddress } from "./server-address.ts";
import { SETTINGS } from "./server-settings.ts";
import { prepareSocketFolder, socketFolderOf } from "./socket-folder.ts";
import { readStartupLog, STARTUP_LOG, type StartupLog } from "./startup-log.ts";

export interface EmbeddedPostgresOptions {
  /** The cluster's own folder, `…/postgres-18`; made when missing. */
  readonly dataDir: string;
  /** Loopback port; a free one is chosen unless named. */
  readonly port?: number;
  /** Set when the cluster is made, needed ever after. */
  readonly superuserPassword: string;
  /** Server settings on top of ours, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The folder around `dataDir` was made for it: as root it may be opened to the server's group. */
  readonly ownsParent?: boolean;
  /** Of another version than the one that is installed with us; tests alone name any. */
  readonly binaries?: Binaries;
  /** Called when the server ends without `stop`; not for an adopted one. */
  readonly onUnexpectedExit?: (message: string) => void;
}

export interface EmbeddedPostgres {
  /** Address of the superuser, database `postgres`. Holds the password: never log it. */
  readonly url: string;
  /** The same by the server's Unix socket, or `url` where it has none. */
  readonly socketUrl: string;
  readonly port: number;
  readonly pid: number;
  /** The server of a parent that was killed was still running and is used on. */
  readonly adopted: boolean;
  /** Fast shutdown; resolves when the server has ended. Safe to repeat. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const ADOPT_TIMEOUT_MS = 15_000;
const POLL_MS = 20;
/** Attempts when another process takes port or directory between check and start. */
const ATTEMPTS = 4;

/**
 * Starts the real server on its own data directory, or adopts the one that a killed parent left there.
 * Errors: EmbeddedPostgresError; `already_running` when another live process uses the data directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = options.binaries ?? (await findBinaries());
  const place = { binary: binaries.postgres, ownsParent: options.ownsParent === true };
  const parent = resolve(dirname(options.dataDir));
  // Asked before anything is made: what is refused leaves nothing behind.
  await chooseRunAs({ ...place, dataDir: resolve(options.dataDir) });
  await mkdir(parent, { recursive: true });
  const dataDir = join(await realpath(parent), basename(options.dataDir));
  const runAs = await chooseRunAs({ ...place, dataDir });
  const files = runAs.files(dataDir);
  if (!(await hasCluster(files, binaries.major)))
    await initCluster(dataDir, binaries, runAs, options.superuserPassword);
  for (let attempt = 1; ; attempt += 1) {
    const adopted = await adopt(files, options);
    if (adopted !== undefined) return adopted;
    try {
      return await start(files, binaries, runAs, options);
    } catch (error) {
      if (attempt >= ATTEMPTS || !(error instanceof PlaceTaken)) throw error;
    }
  }
}

/** Errors: EmbeddedPostgresError `not_permitted` or `no_binaries` where a server could not run on that data. */
export async function checkPlaceOfData({
  dataDir,
  ownsParent = false,
}: Pick<EmbeddedPostgresOptions, "dataDir" | "ownsParent">): Promise<void> {
  const binaries = await findBinaries();
  await chooseRunAs({ binary: binaries.postgres, dataDir: resolve(dataDir), ownsParent });
}

/** Another process took the port or the data directory after our check. */
class PlaceTaken extends EmbeddedPostgresError {}

async function adopt(
  files: ClusterFiles,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | undefined> {
  const dataDir = files.folder;
  // One that is still starting, or recovering from a crash, may belong to a parent that is alive.
  let giveUpAt = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const found = await findPostmaster(files);
    if (found === undefined) return undefined;
    if (found.ready) giveUpAt = Math.min(giveUpAt, performance.now() + ADOPT_TIMEOUT_MS);
    if (found.ready) {
      const lock = await tryLock(found, dataDir, options);
      const suits = options.port === undefined || options.port === 0 || options.port === found.port;
      if (lock !== undefined && suits)
        return running({ dataDir, options, address: found, pid: found.pid, lock });
      await lock?.release();
      if (lock !== undefined) return await stopOrphan(dataDir, found);
    }
    if (performance.now() > giveUpAt) return await stopOrphan(dataDir, found);
    await pause(POLL_MS);
  }
}

async function stopOrphan(dataDir: string, orphan: Postmaster): Promise<undefined> {
  await stopPostmaster(dataDir, orphan.pid);
  return undefined;
}

/** Undefined while the server does not answer; faults that waiting cannot mend are thrown. */
async function tryLock(
  server: Postmaster,
  dataDir: string,
  options: EmbeddedPostgresOptions,
  onSilent: (reason: string) => void = () => undefined,
): Promise<ParentLock | undefined> {
  try {
    return await takeParentLock(urlOf(server.port, options), dataDir);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    if (error instanceof Error && "code" in error && error.code === "28P01") {
      // Stopping it would not help: the password belongs to the data.
      throw new EmbeddedPostgresError(
        "wrong_password",
        `the data in ${dataDir} has another superuser password`,
        { cause: error },
      );
    }
    onSilent(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function start(
  files: ClusterFiles,
  binaries: Binaries,
  runAs: RunAs,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = files.folder;
  await removeStalePidFile(files);
  const address = { port: await choosePort(options.port), socketFolder: socketFolderOf(dataDir) };
  if (address.socketFolder !== undefined)
    await prepareSocketFolder(address.socketFolder, runAs, { port: address.port, dataDir });
  const { program, args } = runAs.command(binaries.postgres, serverArguments(dataDir, address, options));
  // A process group of its own: Ctrl-C reaches the parent alone, which stops the server last.
  const child = spawn(program, [...args], {
    ...runAs.user,
    cwd: "/",
    env: SERVER_ENV,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = readStartupLog(child, files);
  const stopWithUs = () => child.kill("SIGINT");
  process.once("exit", stopWithUs);
  try {
    const lock = await untilLocked(child, { address, files, options, log });
    await log.keep();
    child.unref();
    return running({ dataDir, options, address, pid: child.pid ?? 0, lock, child });
  } catch (error) {
    // A server that another start has adopted in the meantime is no longer ours to stop.
    const taken = error instanceof EmbeddedPostgresError && error.fault === "already_running";
    if (!taken && child.pid !== undefined && child.exitCode === null) {
      await stopPostmaster(dataDir, child.pid);
      await log.ended;
    }
    child.unref();
    await (taken || error instanceof PlaceTaken ? log.discard() : log.keep());
    throw error;
  } finally {
    process.off("exit", stopWithUs);
  }
}

function serverArguments(
  dataDir: string,
  { port, socketFolder = "" }: ServerAddress,
  { settings }: EmbeddedPostgresOptions,
): string[] {
  const named = Object.entries({ ...SETTINGS, unix_socket_directories: socketFolder, ...settings });
  return ["-D", dataDir, "-p", String(port), ...named.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

interface Starting {
  readonly address: ServerAddress;
  readonly files: ClusterFiles;
  readonly options: EmbeddedPostgresOptions;
  readonly log: StartupLog;
}

async function untilLocked(
  child: ChildProcess,
  { address, files, options, log }: Starting,
): Promise<ParentLock> {
  const dataDir = files.folder;
  let failed: Error | undefined;
  let last = "it has not said that it accepts connections";
  child.once("error", (error) => (failed = error));
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < giveUpAt) {
    if (failed !== undefined) throw startFault(dataDir, log, failed);
    if (child.exitCode !== null || child.signalCode !== null) {
      await log.ended;
      throw startFault(dataDir, log, undefined);
    }
    const server = await findPostmaster(files);
    if (server?.ready === true && server.pid === child.pid) {
      const lock = await tryLock(
        { ...server, port: address.port },
        dataDir,
        options,
        (reason) => (last = reason),
      );
      if (lock !== undefined) return lock;
    }
    await pause(POLL_MS);
  }
  throw new EmbeddedPostgresError(
    "start_failed",
    `Postgres at 127.0.0.1:${address.port} was not ready after ${START_TIMEOUT_MS} ms: ${last}; see ${dataDir}/log`,
  );
}

function startFault(dataDir: string, log: StartupLog, cause: Error | undefined): EmbeddedPostgresError {
  const said = log.said();
  const words = /FATAL: +(.*)/.exec(said)?.[1] ?? cause?.message ?? said.trim().split("\n").at(-1) ?? "";
  const taken = said.split("\n").some(saysPlaceTaken);
  const message = `Postgres did not start: ${words}; see ${join(dataDir, STARTUP_LOG)}`;
  return taken
    ? new PlaceTaken("start_failed", message, { cause })
    : new EmbeddedPostgresError("start_failed", message, { cause });
}

const saysPlaceTaken = (line: string): boolean =>
  (line.includes("lock file") && line.includes("already exists")) ||
  (line.includes("shared memory block") && line.includes("in use")) ||
  /could not (?:bind|create any TCP)/.test(line);

interface RunningServer {
  readonly dataDir: string;
  readonly options: EmbeddedPostgresOptions;
  readonly address: ServerAddress;
  readonly pid: number;
  readonly lock: ParentLock;
  /** Absent for an adopted server. */
  readonly child?: ChildProcess;
}

function running({ dataDir, options, address, pid, lock, child }: RunningServer): EmbeddedPostgres {
  const url = urlOf(address.port, options);
  const stopWithUs = () => signalPostmaster(pid, "SIGINT");
  process.once("exit", stopWithUs);
  let stopped: Promise<void> | undefined;
  child?.once("exit", (code, signal) => {
    process.off("exit", stopWithUs);
    if (stopped === undefined)
      options.onUnexpectedExit?.(`Postgres ended (${code ?? signal}); see ${dataDir}/log`);
  });
  const end = async () => {
    lock.serverStops();
    await stopPostmaster(dataDir, pid);
    await lock.release();
    process.off("exit", stopWithUs);
  };
  return {
    url,
    socketUrl: throughSocket(url, address.socketFolder),
    port: address.port,
    pid,
    adopted: child === undefined,
    stop: () => (stopped ??= end()),
  };
}
