import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Children, Started } from "../children.ts";
import { whyNotOk } from "@flowlix/runtime";
import type { Watched } from "../measure/usage.ts";
import type { Form } from "../options.ts";

/** This tree. */
export const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));
/** The scripts of package.json that start each form, as their users do. */
const START_SCRIPT: Readonly<Record<Form, string>> = {
  standalone: "start",
  distributed: "start:distributed",
};
const START_TIMEOUT_MS = 90_000;
const START_ATTEMPTS = 3;
const POLL_MS = 50;
const ANSWER_MS = 2_000;

/** `$DATA_DIR/runtime.json`, as far as it is read here. */
export interface RuntimeFile {
  readonly public_url: string;
  readonly control_url: string;
  readonly acquirer: { readonly url: string; readonly admin_url: string };
  readonly processes: readonly {
    readonly service: string;
    readonly pid: number;
    readonly admin_url: string | null;
    /** Of a gateway after the first. */
    readonly public_url?: string;
  }[];
}

/** A form of the product that runs and is healthy. */
export interface RunningForm {
  readonly form: Form;
  readonly runtime: RuntimeFile;
  readonly controlToken: string;
  /** Its processes and Postgres' for the account of processor time. */
  readonly watched: readonly Watched[];
  /** The end of its log, for the message when it fails. */
  readonly logTail: () => string;
  stop(): Promise<void>;
}

/**
 * Starts the product through its own start command with nothing switched off: an empty data directory,
 * free ports, our server's database.
 */
export async function startForm(options: StartOptions): Promise<RunningForm> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      // A port found free may be somebody's outgoing connection before its service listens on it.
      const portTaken =
        error instanceof Error && /port \d/.test(error.message) && error.message.includes("is in use");
      if (!portTaken || attempt === START_ATTEMPTS) throw error;
    }
  }
}

interface StartOptions {
  readonly children: Children;
  /** The tree whose product is started; its dependencies are installed. */
  readonly repository: string;
  readonly form: Form;
  /** A folder of this name with something random behind it is made for each start. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly postmasterPid: number;
  readonly profileDir: string | null;
  /** Settings beside what every run has. */
  readonly env?: NodeJS.ProcessEnv;
}

async function startOnce(options: StartOptions): Promise<RunningForm> {
  const { form } = options;
  const dataDir = mkdtempSync(`${options.dataDir}-`);
  const started = options.children.start({
    name: form,
    command: join(options.repository, "node_modules/.bin/node"),
    args: startArguments(options.repository, form),
    logFile: join(dataDir, "start.log"),
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATA_DIR: dataDir,
      DATABASE_URL: options.databaseUrl,
      PORT: "0",
      ADMIN_PORT: "0",
      CONTROL_PORT: "0",
      ...profileEnv(options.profileDir),
      ...options.env,
    },
  });
  const runtime = await untilHealthy(started, join(dataDir, "runtime.json")).catch(async (error: unknown) => {
    await started.stop();
    throw error;
  });
  return {
    form,
    runtime,
    controlToken: readFileSync(join(dataDir, "control-token"), "utf8").trim(),
    watched: watchedOf(runtime, started, options.postmasterPid),
    logTail: started.logTail,
    stop: () => started.stop(),
  };
}

/** What the start script gives to Node, so that what is measured is what is started. */
function startArguments(repository: string, form: Form): string[] {
  const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(repository, "package.json"), "utf8"),
  );
  const [exec, node, ...args] = scripts[START_SCRIPT[form]]?.split(" ") ?? [];
  const main = args.pop();
  if (exec !== "exec" || node !== "node" || main === undefined)
    throw new Error(`package.json: "${START_SCRIPT[form]}" is not "exec node … main.ts"`);
  return [...args, join(repository, main)];
}

/** Reaches the services through their launcher, which hands NODE_OPTIONS on. */
function profileEnv(dir: string | null): NodeJS.ProcessEnv {
  return dir === null ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${dir}` };
}

async function untilHealthy(started: Started, runtimeFile: string): Promise<RuntimeFile> {
  const until = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const runtime = readRuntime(runtimeFile);
    const missing = runtime === null ? `there is no ${runtimeFile}` : await whyNotHealthy(runtime);
    if (runtime !== null && missing === undefined) return runtime;
    if (started.exited() || performance.now() > until) {
      throw new Error(`the ${started.name} form did not become healthy: ${missing}\n${started.logTail()}`);
    }
    await sleep(POLL_MS);
  }
}

function readRuntime(path: string): RuntimeFile | null {
  try {
    const runtime: RuntimeFile = JSON.parse(readFileSync(path, "utf8"));
    return runtime;
  } catch {
    return null; // Not written yet.
  }
}

const whyNotHealthy = ({ public_url: url }: RuntimeFile): Promise<string | undefined> =>
  whyNotOk(`${url}/v1/health`, ANSWER_MS, ({ text }) => text.includes('"ok"'));

/** Services in one process share a pid and a line of the account. */
function watchedOf(runtime: RuntimeFile, launcher: Started, postmasterPid: number): Watched[] {
  const byPid = new Map<number, string>();
  for (const { service, pid } of runtime.processes) {
    if (!byPid.has(pid)) byPid.set(pid, pid === launcher.pid ? launcher.name : service);
  }
  byPid.delete(postmasterPid);
  if (!byPid.has(launcher.pid)) byPid.set(launcher.pid, `${launcher.name} launcher`);
  const processes = [...byPid].map(([pid, label]) => ({ label, pid, kind: "process" as const }));
  return [...processes, { label: "postgres", pid: postmasterPid, kind: "postgres" }];
}
