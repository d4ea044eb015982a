import { closeSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";

const ASK_AGAIN_MS = 50;
const PATIENCE_MS = 20_000;

/**
 * Installations of one user choose ports one after the other, from the check until listening: two that
 * start together would otherwise both find the same port free. One that has waited too long goes ahead.
 * Answers how to let the next one go.
 */
export async function lockPorts(): Promise<() => void> {
  const until = performance.now() + PATIENCE_MS;
  const file = join(tmpdir(), `flowlix-ports-${process.getuid?.() ?? "user"}.lock`);
  let lock: DatabaseSync | undefined;
  while (lock === undefined && performance.now() < until) {
    lock = tryLock(file);
    if (lock === undefined) await pause(ASK_AGAIN_MS);
  }
  let held = lock;
  return () => {
    held?.close();
    held = undefined;
  };
}

function tryLock(file: string): DatabaseSync | undefined {
  try {
    closeSync(openSync(file, "a", 0o600));
    const lock = new DatabaseSync(file);
    try {
      lock.exec("pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive");
      return lock;
    } catch {
      lock.close();
      return undefined;
    }
  } catch {
    return undefined;
  }
}
