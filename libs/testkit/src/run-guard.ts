import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync, chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A temporary folder that disappears, with the servers started in it, when this process ends in whatever way. */
export interface GuardedFolder {
  readonly path: string;
  /** Ends what still runs in the folder and removes it. */
  remove(): Promise<void>;
}

/** A process of its own watches: one that is killed cannot clean up after itself. */
export function guardedFolder(name: string): GuardedFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `flowlix-test-${name}-`)));
  // Postgres of a test that runs as root runs as `nobody`.
  chmodSync(path, 0o755);
  const program = fileURLToPath(new URL("./run-guard-process.ts", import.meta.url));
  const guard = spawn(process.execPath, [program, path], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  guard.unref();
  guard.stdin.on("error", () => undefined);
  if ("unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
  const ended = once(guard, "exit");
  const remove = async () => {
    guard.ref();
    guard.stdin.end();
    await ended;
  };
  return { path, remove };
}
