import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { RunningProcess } from "../runtime-file.ts";

const ASK_AGAIN_MS = 50;
/** How long a process left behind may take to finish what it holds before it is ended. */
const PATIENCE_MS = 5_000;

/**
 * Ends the processes of an earlier run whose launcher was killed. A pid alone proves nothing, it may
 * belong to another program by now: only a process whose command line carries our mark is touched.
 */
export async function endLeftBehind(
  processes: readonly RunningProcess[],
  marks: readonly string[],
): Promise<void> {
  const ours = processes.map(({ pid }) => pid).filter((pid) => isOurs(pid, marks));
  for (const pid of ours) signal(pid, "SIGTERM");
  await gone(ours, marks);
  const stubborn = ours.filter((pid) => isOurs(pid, marks));
  for (const pid of stubborn) signal(pid, "SIGKILL");
  await gone(stubborn, marks);
}

async function gone(pids: readonly number[], marks: readonly string[]): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until && pids.some((pid) => isOurs(pid, marks))) await pause(ASK_AGAIN_MS);
}

function isOurs(pid: number, marks: readonly string[]): boolean {
  const line = commandLine(pid);
  return marks.some((mark) => line.includes(mark));
}

/** The arguments of a process; empty when there is no such process. Not every Linux has `ps`. */
function commandLine(pid: number): string {
  if (process.platform !== "linux") {
    return spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ");
  } catch {
    return "";
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in between.
  }
}
