import { execFile } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Children, Started } from "../bench/children.ts";
import { PLATFORM } from "../../services/standalone/src/service-names.ts";
import { startBalancer, type Balancer } from "./balancer.ts";
import { startDependencies, type Dependencies } from "./dependencies.ts";

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));
const START_TIMEOUT_MS = 150_000;
const POLL_MS = 100;

/** A process of the installation, as `runtime.json` has it. */
export interface ServiceProcess {
  readonly service: string;
  readonly pid: number;
  readonly admin_url: string | null;
  readonly public_url?: string;
}

interface Runtime {
  readonly public_url: string;
  readonly control_url: string;
  readonly acquirer: { readonly url: string; readonly admin_url: string };
  readonly processes: readonly ServiceProcess[];
}

/** A platform on loopback, for one run of the load tests. */
export interface Platform {
  readonly baseUrl: string;
  readonly bookUrl: string;
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly balancer: Balancer;
  readonly cli: (...args: readonly string[]) => Promise<Said>;
}

/** A distributed installation, whose launcher starts each process again that ends. */
export interface Installation extends Platform {
  readonly dependencies: Dependencies;
  processes(): readonly ServiceProcess[];
  /** Where a gateway listens for merchants. */
  readonly publicUrlOf: (process: ServiceProcess) => string;
  stop(): Promise<void>;
}

/** What a command came to. */
export interface Said {
  readonly code: number;
  readonly output: string;
}

/** Two of each service, so that a restart can go unnoticed. There is one acquirer, since it stands for a bank. */
const REPLICAS = PLATFORM.map((service) => `${service}=2`).join(",");

export async function startInstallation(children: Children, scratch: string): Promise<Installation> {
  const dataDir = join(scratch, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const dependencies = await startDependencies(children, scratch);
  const balancer = await startBalancer();
  children.adopt(() => balancer.close());
  const started = children.start({
    name: "distributed",
    command: process.execPath,
    args: [join(REPOSITORY, "services/standalone/src/distributed-main.ts")],
    logFile: join(scratch, "installation.log"),
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATA_DIR: dataDir,
      PORT: "0",
      ADMIN_PORT: "0",
      CONTROL_PORT: "0",
      PUBLIC_URL: balancer.url,
      REPLICAS,
      LOG_LEVEL: "warn",
      ...dependencies.env,
    },
  });
  const runtimeOf = (): Runtime => JSON.parse(readFileSync(join(dataDir, "runtime.json"), "utf8"));
  const portOfFirst = (): string =>
    String(JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")).PORT);
  await untilAnnounced(started, scratch);
  const publicUrlOf = ({ public_url: own }: ServiceProcess): string =>
    own ?? `http://127.0.0.1:${portOfFirst()}`;
  const runtime = runtimeOf();
  for (const one of runtime.processes) if (one.service === "api-gateway") balancer.add(publicUrlOf(one));
  return {
    baseUrl: balancer.url,
    bookUrl: runtime.acquirer.admin_url,
    controlUrl: runtime.control_url,
    controlToken: readFileSync(join(dataDir, "control-token"), "utf8").trim(),
    dependencies,
    balancer,
    processes: () => runtimeOf().processes,
    publicUrlOf,
    cli: (...args) => cli({ DATA_DIR: dataDir }, args),
    stop: () => started.stop(),
  };
}

/** The launcher prints how to pay once everything is ready. */
async function untilAnnounced(started: Started, scratch: string): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  while (!readFileSync(join(scratch, "installation.log"), "utf8").includes("Stop with Ctrl-C.")) {
    if (started.exited() || performance.now() > until)
      throw new Error(`the installation did not become ready:\n${started.logTail()}`);
    await pause(POLL_MS);
  }
}

const CLI = join(REPOSITORY, "services/command-line/src/main.ts");
const CLI_TIMEOUT_MS = 180_000;

/** The command-line tool of this tree. */
export const cli = (env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Said> =>
  said(process.execPath, [CLI, ...args], env, CLI_TIMEOUT_MS);

/** Runs a command with the settings of `env` and no others. */
export function said(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  timeout: number,
): Promise<Said> {
  const done = Promise.withResolvers<Said>();
  const options = { env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env }, timeout };
  const child = execFile(command, args, options, (_error, stdout, stderr) =>
    done.resolve({ code: child.exitCode ?? 1, output: `${stdout}${stderr}`.trim() }),
  );
  return done.promise;
}
