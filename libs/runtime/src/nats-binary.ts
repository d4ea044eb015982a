import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

const PROGRAM = "nats-server";
const CACHED = /^nats-server-[0-9]+\.[0-9]+\.[0-9]+$/;

/**
 * Where a nats-server is: the file named by `NATS_SERVER`, one on the `PATH`, or the newest that the
 * tools command put into the cache directory. Null where there is none.
 */
export function findNatsServer(
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const named = env["NATS_SERVER"];
  if (named !== undefined && named !== "") return isProgram(named) ? named : null;
  const onPath = (env["PATH"] ?? "")
    .split(delimiter)
    .filter((directory) => directory !== "")
    .map((directory) => join(directory, PROGRAM));
  return onPath.find(isProgram) ?? cached(toolsDir(env)) ?? null;
}

/** Where the tools command keeps what it installs. */
export function toolsDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  return join(env["XDG_CACHE_HOME"] || join(env["HOME"] || homedir(), ".cache"), "flowlix", "tools");
}

function cached(directory: string): string | undefined {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return undefined;
  }
  const newestFirst = names
    .filter((name) => CACHED.test(name))
    .sort((left, right) => right.localeCompare(left, "en", { numeric: true }));
  return newestFirst.map((name) => join(directory, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
