import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const TERMINATE_WITHIN_MS = 5_000;
const GONE_WITHIN_MS = 10_000;

/**
 * Ends the process that a pid file names if it is still the one that was started with `mark` among
 * its arguments: a number alone may belong to somebody else by now.
 */
export async function stopOrphan(pidFile: string, mark: string): Promise<void> {
  const pid = pidIn(pidFile);
  if (pid === undefined) return;
  const startedAt = performance.now();
  let signal: NodeJS.Signals = "SIGTERM";
  while (commandOf(pid)?.includes(mark) === true) {
    const waited = performance.now() - startedAt;
    if (waited > GONE_WITHIN_MS) throw new Error(`the process ${pid} of an earlier start does not end`);
    if (waited > TERMINATE_WITHIN_MS) signal = "SIGKILL";
    signalTo(pid, signal);
    await pause(50);
  }
  rmSync(pidFile, { force: true });
}

function pidIn(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, "utf8").trim());
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string | undefined {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return commandInProc(pid);
  }
}

/** Small images have no ps. */
function commandInProc(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return undefined;
  }
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
