import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Waits for the end of its standard input, which is the end of the process that started it; then ends
 * every process whose command line names the folder, and removes the folder.
 */
const folder = process.argv[2] ?? "";
const WAIT_MS = 10_000;
const POLL_MS = 20;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
process.stdin.resume().on("error", () => undefined);
process.stdin.once("close", () => void clean());

async function clean(): Promise<void> {
  const giveUpAt = performance.now() + WAIT_MS;
  // SIGQUIT is Postgres's immediate shutdown: its data is about to be removed anyway.
  signalAll("SIGQUIT");
  while (users().length > 0 && performance.now() < giveUpAt) await pause(POLL_MS);
  signalAll("SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(0);
}

function signalAll(signal: NodeJS.Signals): void {
  for (const pid of users()) {
    try {
      process.kill(pid, signal);
    } catch {
      // Ended in the meantime.
    }
  }
}

function users(): number[] {
  return commandLines()
    .filter(([pid, line]) => pid !== process.pid && line.includes(folder))
    .map(([pid]) => pid);
}

function commandLines(): [pid: number, line: string][] {
  if (process.platform !== "linux") return psLines();
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.map((pid) => [pid, read(`/proc/${pid}/cmdline`)]);
}

function psLines(): [pid: number, line: string][] {
  const text = execFileSync("ps", ["-axww", "-o", "pid=,command="], { encoding: "utf8" });
  return text.split("\n").map((line) => [Number.parseInt(line, 10), line]);
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
