import { readFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Children } from "../../loadtests/bench/children.ts";
import { startPostgres, type Dependency } from "../../loadtests/runner/dependencies.ts";
import { cli, type Said } from "../../loadtests/runner/installation.ts";
import { ROOT } from "../../observability/outputs.ts";
import { startBus, type Bus } from "./bus.ts";

/** A process of the installation and what its scrape is labelled with. */
export interface Process {
  readonly service: string;
  readonly pid: number;
  readonly admin_url: string | null;
  readonly public_url?: string;
}

interface Runtime {
  readonly public_url: string;
  readonly acquirer: { readonly url: string; readonly admin_url: string };
  readonly processes: readonly Process[];
}

/** A distributed installation whose Postgres and NATS can be taken away. */
export interface Platform {
  readonly folder: string;
  readonly publicUrls: readonly string[];
  readonly acquirerAdminUrl: string;
  readonly apiKey: string;
  readonly postgres: Dependency;
  readonly nats: Bus;
  /** Of the superuser. */
  readonly databaseUrl: string;
  processes(): readonly Process[];
  cli(...args: readonly string[]): Promise<Said>;
}

const START_TIMEOUT_MS = 240_000;
/** Two of what a fault takes one of; a limit that a flood can reach; nobody who restarts what hangs. */
const SETTINGS = {
  REPLICAS: "payments=2,api-gateway=2",
  ADMISSION_LIMIT: "120",
  HUNG_AFTER: "1h",
  LOG_LEVEL: "warn",
};

export async function startPlatform(children: Children, folder: string): Promise<Platform> {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const { databaseUrl, ...postgres } = await startPostgres(children, folder, "drill");
  const nats = await startBus(children, folder);
  const logFile = join(folder, "installation.log");
  const started = children.start({
    name: "distributed",
    command: process.execPath,
    args: [join(ROOT, "services/standalone/src/distributed-main.ts")],
    logFile,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATA_DIR: dataDir,
      PORT: "0",
      ADMIN_PORT: "0",
      CONTROL_PORT: "0",
      ...SETTINGS,
      ...nats.env,
      DATABASE_URL: databaseUrl,
    },
  });
  const until = performance.now() + START_TIMEOUT_MS;
  while (!readFileSync(logFile, "utf8").includes("Stop with Ctrl-C.")) {
    if (started.exited() || performance.now() > until)
      throw new Error(`the installation did not become ready:\n${started.logTail()}`);
    await pause(200);
  }
  const runtime = (): Runtime => JSON.parse(readFileSync(join(dataDir, "runtime.json"), "utf8"));
  const { public_url: first, acquirer, processes } = runtime();
  const others = processes.flatMap(({ public_url: own }) => (own === undefined ? [] : [own]));
  return {
    folder,
    publicUrls: [...new Set([first, ...others])],
    acquirerAdminUrl: acquirer.admin_url,
    apiKey: readFileSync(join(dataDir, "demo-key"), "utf8").trim(),
    postgres,
    nats,
    databaseUrl,
    processes: () => runtime().processes,
    cli: (...args) => cli({ DATA_DIR: dataDir }, args),
  };
}
