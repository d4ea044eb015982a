import { spawn, type ChildProcess } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "nats";
import { BUS_PAYLOAD_BYTES } from "./bus-payload.ts";
import { BUS_PINGS } from "./bus-pings.ts";
import { findNatsServer } from "./nats-binary.ts";
import type { NatsUser } from "./nats-permissions.ts";
import { stopOrphan } from "./orphan.ts";
import { messageOf } from "./message-of.ts";

export { BUS_PINGS } from "./bus-pings.ts";
export { findNatsServer, toolsDir } from "./nats-binary.ts";
export { ADMIN_USER, natsConfigFor, type CallerTable, type NatsUser } from "./nats-permissions.ts";

export interface NatsServerOptions {
  /** The system chooses when absent. */
  readonly port?: number;
  /** Holds the configuration, the log and the number of the process; made when missing. */
  readonly dataDir: string;
  readonly users: readonly NatsUser[];
  /** The program; looked for when absent. */
  readonly binary?: string;
}

export interface NatsServer {
  /** Without user and password. */
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * A handful of connections on one machine: on more processors each message wakes one more thread of the
 * server, and those processors are the services' own. An installation may say otherwise.
 */
const ONE_PROCESSOR = "1";
const PID_FILE = "nats-server.pid";
const READY_WITHIN_MS = 10_000;
const STOP_WITHIN_MS = 10_000;

/**
 * Starts a nats-server of our own on the loopback address and waits until it lets a user in. One that
 * an earlier, killed parent left in the same directory is ended first.
 */
export async function startNatsServer(options: NatsServerOptions): Promise<NatsServer> {
  const binary = options.binary ?? findNatsServer();
  if (binary === null)
    throw new Error("nats-server was not found: set NATS_SERVER, put it on the PATH, or run make tools");
  const { dataDir, users } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const config = join(dataDir, "nats-server.conf");
  await stopOrphan(join(dataDir, PID_FILE), config);
  for (const name of readdirSync(dataDir).filter((file) => file.endsWith(".ports")))
    rmSync(join(dataDir, name), { force: true });
  writeAtomically(config, natsServerConfig(users, { port: options.port ?? -1, dataDir }));
  const log = join(dataDir, "nats-server.log");
  const output = openSync(log, "w", 0o600);
  // A process group of its own: Ctrl-C reaches the parent alone, which stops the server after its users.
  const child = spawn(binary, ["--config", config], {
    env: { GOMAXPROCS: ONE_PROCESSOR, ...process.env },
    stdio: ["ignore", output, output],
    detached: true,
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) =>
    child.once("exit", () => resolve()).once("error", () => resolve()),
  );
  try {
    const url = await readyUrl(child, dataDir, users);
    return { url, pid: child.pid ?? 0, stop: () => stopChild(child, ended) };
  } catch (error) {
    await stopChild(child, ended);
    throw new Error(`nats-server did not start: ${lastFault(log) ?? messageOf(error)}`, { cause: error });
  }
}

export interface NatsServerConfig {
  readonly port: number;
  readonly host?: string;
  /** Where the server writes its number and its ports; nowhere when absent. */
  readonly dataDir?: string;
  /** Where it answers to `/healthz`, as `host:port`; nowhere when absent. */
  readonly monitor?: string;
}

/** The server's configuration; it holds the passwords and belongs into a file that only its owner reads. */
export function natsServerConfig(
  users: readonly NatsUser[],
  { port, dataDir, host = "127.0.0.1", monitor }: NatsServerConfig,
): string {
  const authorization = {
    users: users.map(({ user, password, publish, subscribe }) => ({
      user,
      password,
      permissions: { publish: { allow: publish }, subscribe: { allow: subscribe } },
    })),
  };
  const config = {
    host,
    port,
    ...(dataDir === undefined ? {} : { pid_file: join(dataDir, PID_FILE), ports_file_dir: dataDir }),
    ...(monitor === undefined ? {} : { http: monitor }),
    max_payload: BUS_PAYLOAD_BYTES,
    ping_interval: `${BUS_PINGS.intervalMs}ms`,
    ping_max: BUS_PINGS.unansweredMax,
    authorization,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

function writeAtomically(path: string, text: string): void {
  const next = `${path}.${process.pid}`;
  rmSync(next, { force: true });
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, path);
}

/** The server writes where it listens once it does; that it also lets a user in is tried. */
async function readyUrl(child: ChildProcess, dataDir: string, users: readonly NatsUser[]): Promise<string> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
      throw new Error("it ended at once");
    const url = listeningUrl(dataDir, child.pid);
    if (url !== undefined) {
      const [first] = users;
      const client = await connect({
        servers: url,
        timeout: 5_000,
        ...(first === undefined ? {} : { user: first.user, pass: first.password }),
      }).catch((cause: unknown) => {
        throw new Error(`${url} lets nobody in: ${messageOf(cause)}`, { cause });
      });
      await client.close();
      return url;
    }
    await pause(20);
  }
  throw new Error(`it named no address in ${dataDir} within ${READY_WITHIN_MS / 1000} s`);
}

function listeningUrl(dataDir: string, pid: number): string | undefined {
  const name = readdirSync(dataDir).find((file) => file.endsWith(`_${pid}.ports`));
  if (name === undefined) return undefined;
  try {
    const ports: unknown = JSON.parse(readFileSync(join(dataDir, name), "utf8"));
    const urls =
      typeof ports === "object" && ports !== null && "nats" in ports && Array.isArray(ports.nats)
        ? ports.nats
        : [];
    return typeof urls[0] === "string" ? urls[0] : undefined;
  } catch {
    // Half written.
    return undefined;
  }
}

/** What the server itself named as the reason. */
function lastFault(log: string): string | undefined {
  const lines = readFileSync(log, "utf8").split("\n");
  const fault = lines.findLast((line) => line.includes("[FTL]") || line.startsWith("nats-server:"));
  return fault?.replace(/^.*\[FTL\] /, "");
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill("SIGTERM");
  const bound = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
  await ended;
  clearTimeout(bound);
}
