import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNatsServer } from "@flowlix/runtime/nats-server";
import { guardedFolder, skipBecause, waitFor } from "@flowlix/testkit";
import { isAlive } from "../../../services/standalone/src/processes/alive.ts";
import type { RuntimeState } from "../../../services/standalone/src/runtime-file.ts";
import {
  FREE_PORTS,
  launch,
  START_TIMEOUT_MS,
  type Launched,
  type Main,
} from "../../../services/standalone/test/support/launched.ts";

export { FREE_PORTS, isAlive, START_TIMEOUT_MS };

export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of an earlier start; a new one that disappears with `stop` unless named. */
  readonly dataDir?: string;
}

/** What a command printed and how it ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A whole installation that is ready for payments. */
export interface Installation extends Launched {
  readonly dataDir: string;
  readonly publicUrl: string;
  /** The demo merchant's Sandbox key. */
  readonly apiKey: string;
  /** The command-line tool against this installation. */
  cli(...args: readonly string[]): Promise<CommandResult>;
  /** The same with --json; rejects unless it ends with 0. */
  cliJson(...args: readonly string[]): Promise<unknown>;
  /** Numbers of the processes of a service, such as "payments" or "postgres", as of now. */
  pids(service: string): number[];
  runtime(): RuntimeState;
  /** SIGTERM; answers the exit code. Removes the folder if it was made here. */
  stop(): Promise<number | NodeJS.Signals>;
}

/** Everything in one process. */
export function startStandalone(options: StartOptions = {}): Promise<Installation> {
  return start("standalone", options);
}

/** A process per service; `replicas` as in `payments=2`. Call `needsNats` in a `before` hook first. */
export function startDistributed(
  options: StartOptions & { readonly replicas?: string } = {},
): Promise<Installation> {
  const { replicas, ...rest } = options;
  const env = replicas === undefined ? { ...rest.env } : { REPLICAS: replicas, ...rest.env };
  return start("distributed", { ...rest, env });
}

/** Skips the surrounding `describe` where there is no nats-server. */
export function needsNats(context: Mocha.Context): void {
  if (findNatsServer() === null) skipBecause(context, "nats-server was not found");
}

async function start(main: Main, { env = {}, dataDir }: StartOptions): Promise<Installation> {
  const folder = dataDir === undefined ? guardedFolder(main) : undefined;
  const path = dataDir ?? join(folder?.path ?? "", "data");
  const launched = launch(main, path, { ...FREE_PORTS, ...env });
  try {
    await launched.printed("Stop with Ctrl-C.");
  } catch (error) {
    await folder?.remove();
    throw error;
  }
  return installation(launched, path, async () => folder?.remove());
}

function installation(launched: Launched, dataDir: string, remove: () => Promise<void>): Installation {
  const read = (name: string) => readFileSync(join(dataDir, name), "utf8");
  const runtime = (): RuntimeState => JSON.parse(read("runtime.json"));
  const cli = (...args: readonly string[]) => runCli(dataDir, args);
  return {
    ...launched,
    dataDir,
    publicUrl: runtime().public_url,
    apiKey: read("demo-key").trim(),
    runtime,
    pids: (service) => runtime().processes.flatMap((one) => (one.service === service ? [one.pid] : [])),
    cli,
    async cliJson(...args) {
      const { code, stdout, stderr } = await cli(...args, "--json");
      if (code !== 0) throw new Error(`flowlix ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
      return JSON.parse(stdout);
    },
    async stop() {
      if (isAlive(launched.pid)) launched.kill("SIGTERM");
      const code = await launched.ended;
      await remove();
      return code;
    },
  };
}

const CLI = fileURLToPath(new URL("../../../services/command-line/src/main.ts", import.meta.url));

function runCli(dataDir: string, args: readonly string[]): Promise<CommandResult> {
  const done = Promise.withResolvers<CommandResult>();
  const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "", DATA_DIR: dataDir };
  const child = execFile(process.execPath, [CLI, ...args], { env }, (_error, stdout, stderr) => {
    done.resolve({ code: child.exitCode ?? 1, stdout, stderr });
  });
  return done.promise;
}

/** Resolves when none of the processes is left. */
export async function untilGone(pids: readonly number[], timeoutMs = 60_000): Promise<void> {
  await waitFor(
    `the end of processes ${pids.join(", ")}`,
    () => pids.every((pid) => !isAlive(pid)),
    timeoutMs,
  );
}
