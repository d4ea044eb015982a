import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Children } from "../bench/children.ts";
import { freePort } from "../bench/free-port.ts";

const FOLDER = fileURLToPath(new URL("../", import.meta.url));
const VERSION = "1.8.1";

/** The program of `K6`, of the PATH or of the tools' cache; null where there is none. Builds nothing. */
export function findK6(): string | null {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const candidates = [process.env["K6"] ?? "", onPath(), join(cache, "flowlix/tools", `k6-${VERSION}`)];
  return candidates.find((path) => path !== "" && existsSync(path)) ?? null;
}

function onPath(): string {
  const folders = (process.env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "k6")).find((path) => existsSync(path)) ?? "";
}

/** Builds it where there is none, which takes minutes. */
export function installK6(): string | null {
  try {
    const installed = execFileSync(join(FOLDER, "../.ci/install-k6"), {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    return installed.trim() === "" ? null : installed.trim();
  } catch {
    return null;
  }
}

export const scriptOf = (test: string): string => join(FOLDER, "tests", `${test}.ts`);

export interface K6Run {
  readonly k6: string;
  readonly test: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface RunningK6 {
  /** Resolves with its exit code when it has ended: 0, 99 where a threshold was crossed, 103 after `stop`. */
  readonly ended: Promise<number>;
  /** Ends the load before its time; what comes after the load comes all the same. */
  stop(): Promise<void>;
}

/** k6's own word for a load that was ended by its API. */
export const STOPPED = 103;

/** In a process group of its own, so that Ctrl-C reaches the runner alone, which stops things in order. */
export async function runK6(children: Children, { k6, test, env }: K6Run): Promise<RunningK6> {
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(k6, ["run", "--no-usage-report", "--quiet", "--address", address, scriptOf(test)], {
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], K6_NO_COLOR: "true", ...env },
    stdio: ["ignore", "inherit", "inherit"],
    detached: true,
  });
  const done = Promise.withResolvers<number>();
  child.once("error", () => done.resolve(1));
  child.once("exit", (code) => done.resolve(code ?? 1));
  children.adopt(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  });
  return { ended: done.promise, stop: () => stopLoad(address) };
}

async function stopLoad(address: string): Promise<void> {
  const answer = await fetch(`http://${address}/v1/status`, {
    method: "PATCH",
    body: JSON.stringify({ data: { type: "status", id: "default", attributes: { stopped: true } } }),
  });
  if (!answer.ok) throw new Error(`k6 does not stop: ${answer.status} ${await answer.text()}`);
}
