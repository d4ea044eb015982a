import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Children, Started } from "../../bench/children.ts";
import { freePort } from "../../../services/standalone/src/free-port.ts";

/** How an installation is started: the launcher behind `make start`, or that of `make start-distributed`. */
export type Form = "standalone" | "distributed";

const MAINS: Readonly<Record<Form, string>> = { standalone: "main.ts", distributed: "distributed-main.ts" };
const START_MS = 240_000;
const POLL_MS = 200;

/** A launcher of one release on a data folder. */
export interface Launched {
  readonly baseUrl: string;
  /** Of the demo merchant. */
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** An installation that did not start, with what it said on its last line. */
export class NotStarted extends Error {}

/** Where one installation listens, whichever release it is: links that payers have go on working. */
export async function portsOfRun(): Promise<NodeJS.ProcessEnv> {
  const names = ["PORT", "ADMIN_PORT", "CONTROL_PORT", "ACQUIRER_PORT", "ACQUIRER_ADMIN_PORT"];
  const entries: [string, string][] = [];
  for (const name of names) entries.push([name, String(await freePort())]);
  return Object.fromEntries(entries);
}

interface Place {
  readonly children: Children;
  readonly form: Form;
  readonly tree: string;
  readonly dataDir: string;
  readonly logFile: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Errors: NotStarted where the launcher ends instead. */
export async function launch({ children, form, tree, dataDir, logFile, env }: Place): Promise<Launched> {
  const started = children.start({
    name: form,
    command: join(tree, "node_modules/.bin/node"),
    args: [join(tree, "services/standalone/src", MAINS[form])],
    logFile,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      LOG_LEVEL: "warn",
      ...env,
      DATA_DIR: dataDir,
    },
  });
  await untilReady(started, logFile);
  const { public_url: baseUrl }: { public_url: string } = JSON.parse(
    readFileSync(join(dataDir, "runtime.json"), "utf8"),
  );
  const apiKey = readFileSync(join(dataDir, "demo-key"), "utf8").trim();
  return { baseUrl, apiKey, stop: () => started.stop() };
}

async function untilReady(started: Started, logFile: string): Promise<void> {
  const until = performance.now() + START_MS;
  while (!readFileSync(logFile, "utf8").includes("Stop with Ctrl-C.")) {
    if (started.exited()) throw new NotStarted(started.logTail().trim().split("\n").at(-1) ?? "");
    if (performance.now() > until) throw new Error(`it did not become ready:\n${started.logTail()}`);
    await pause(POLL_MS);
  }
}
