import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync } from "node:fs";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT, scratch } from "../charts/tools.ts";

const START_TIMEOUT_MS = 240_000;
const FREE_PORTS = { PORT: "0", ADMIN_PORT: "0", CONTROL_PORT: "0" };

export interface Installation {
  readonly url: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

/** What `make start` starts, on a data folder and ports of its own. */
export async function startInstallation(): Promise<Installation> {
  const dataDir = scratch("data");
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const logFile = scratch("installation.log");
  const log = openSync(logFile, "a");
  const child = spawn(process.execPath, [join(ROOT, "services/standalone/src/main.ts")], {
    cwd: ROOT,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      ...FREE_PORTS,
    },
    stdio: ["ignore", log, log],
  });
  const ended = once(child, "exit");
  const until = performance.now() + START_TIMEOUT_MS;
  while (!readFileSync(logFile, "utf8").includes("Stop with Ctrl-C.")) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill("SIGINT");
      await ended;
      throw new Error(`the installation did not become ready:\n${readFileSync(logFile, "utf8")}`);
    }
    await pause(100);
  }
  const { public_url: url }: { readonly public_url: string } = JSON.parse(
    readFileSync(join(dataDir, "runtime.json"), "utf8"),
  );
  return {
    url,
    apiKey: readFileSync(join(dataDir, "demo-key"), "utf8").trim(),
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}
