import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { askHttp } from "@flowlix/runtime";
import type { Children } from "../bench/children.ts";
import { freePort } from "../../services/standalone/src/free-port.ts";

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

/** @returns such as `1.8.1` */
export function releaseOf(k6: string): string {
  try {
    const said = execFileSync(k6, ["version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return /v(\d\S*)/.exec(said)?.[1] ?? "unknown";
  } catch {
    return "unknown";
  }
}

/** Builds it where there is none, which takes minutes. */
export function installK6(): string | null {
  try {
    const installed = execFileSync(join(FOLDER, "../tools/install/k6"), {
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
  /** After this time k6 is taken for hanging. */
  readonly limitMs: number;
  readonly progress: (text: string) => void;
}

export interface RunningK6 {
  /** Resolves with its exit code when it has ended: 0, 99 where a threshold was crossed, 103 after `stop`. */
  readonly ended: Promise<number>;
  /** Whether it was ended for want of time. */
  overdue(): boolean;
  /** Ends the load early. What follows the load is done all the same. */
  stop(): Promise<void>;
}

const STAND_TIMEOUT_MS = 2_000;

/** k6's own word for a load that was ended by its API. */
export const STOPPED = 103;

/** In a process group of its own, so that Ctrl-C reaches the runner alone, which stops things in order. */
export async function runK6(children: Children, run: K6Run): Promise<RunningK6> {
  const { k6, test, env } = run;
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
  const watch = watchK6(run, address, child);
  void done.promise.then(() => watch.end());
  return { ended: done.promise, overdue: () => watch.overdue(), stop: () => stopLoad(address) };
}

const PROGRESS_EVERY_MS = 30_000;
/** For k6 to write its report, once it is asked to end. */
const LAST_WORDS_MS = 15_000;

interface Watch {
  overdue(): boolean;
  end(): void;
}

/** Reports progress, and ends k6 when its time is up: first it is asked to. */
function watchK6({ test, limitMs, progress }: K6Run, address: string, child: ChildProcess): Watch {
  let overdue = false;
  const from = performance.now();
  const progressing = setInterval(() => {
    const seconds = Math.round((performance.now() - from) / 1_000);
    void standOf(address).then((stand) => progress(`${test}: ${seconds} s, ${stand}`));
  }, PROGRESS_EVERY_MS);
  let limit = setTimeout(() => {
    overdue = true;
    child.kill("SIGINT");
    limit = setTimeout(() => child.kill("SIGKILL"), LAST_WORDS_MS);
  }, limitMs);
  return {
    overdue: () => overdue,
    end() {
      clearInterval(progressing);
      clearTimeout(limit);
    },
  };
}

/** By k6's own API, which answers while it runs. */
async function standOf(address: string): Promise<string> {
  try {
    const [journeys, requests] = await Promise.all(
      ["iterations", "http_reqs"].map((name) => countOf(address, name)),
    );
    return `${journeys} journeys ended, ${requests} requests`;
  } catch (error) {
    return `k6 does not say how far it is: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function countOf(address: string, metric: string): Promise<number> {
  const url = `http://${address}/v1/metrics/${metric}`;
  const { status, text } = await askHttp(url, { timeoutMs: STAND_TIMEOUT_MS });
  // There is no such metric before its first sample.
  if (status === 404) return 0;
  const { data }: { data: { attributes: { sample: { count?: number } } } } = JSON.parse(text);
  return data.attributes.sample.count ?? 0;
}

async function stopLoad(address: string): Promise<void> {
  const answer = await fetch(`http://${address}/v1/status`, {
    method: "PATCH",
    body: JSON.stringify({ data: { type: "status", id: "default", attributes: { stopped: true } } }),
  });
  if (!answer.ok) throw new Error(`k6 does not stop: ${answer.status} ${await answer.text()}`);
}
