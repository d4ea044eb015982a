import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { messageOf, type Environment } from "@flowlix/runtime";
import { systemEnvironment } from "../environment.ts";
import { LaunchError } from "../launch-error.ts";

export type PgProgram = "pg_dump" | "pg_restore";

/** Roles and rights are no part of a dump: `make migrate` makes them, with the passwords of the installation. */
const WITHOUT_ROLES = ["--no-owner", "--no-privileges"];

export const DUMP = ["--format=custom", ...WITHOUT_ROLES];
export const RESTORE = ["--single-transaction", "--exit-on-error", "--no-comments", ...WITHOUT_ROLES];

/** Errors: LaunchError that says what to do where the program is not there or older than the server. */
export async function requirePgProgram(
  program: PgProgram,
  serverMajor: number,
  outside: Environment,
): Promise<void> {
  const found = await majorOf(program, outside);
  if (found !== undefined && found >= serverMajor) return;
  const args = (program === "pg_dump" ? DUMP : RESTORE).join(" ");
  const use = program === "pg_dump" ? "--file=FILE DATABASE_URL" : "--dbname=DATABASE_URL FILE";
  throw new LaunchError(
    `DATABASE_URL: ${program} of Postgres ${serverMajor} or newer must be on the PATH (${found === undefined ? "there is none" : `there is ${found}`}); or run where it is: ${program} ${args} ${use}`,
  );
}

async function majorOf(program: PgProgram, outside: Environment): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ["--version"], { env: systemEnvironment(outside) });
    const major = Number(/\) (\d+)/.exec(stdout)?.[1]);
    return Number.isInteger(major) ? major : undefined;
  } catch {
    return undefined;
  }
}

/** Before `table NAME`, of pg_dump and of pg_restore. */
const TABLE_BEGINS = ["dumping contents of", "processing data for"];

export interface RunningPgProgram {
  readonly output: Readable;
  /** Resolves when it ended well. Errors: LaunchError with its last line. */
  readonly ended: Promise<void>;
}

interface PgRun {
  /** Holds a password. */
  readonly url: string;
  readonly outside: Environment;
  readonly signal: AbortSignal;
}

/**
 * Starts a program on a database; its password is in no argument, which every user of the machine can read. Each table
 * that it comes to is said on standard error.
 */
export function startPgProgram(
  program: PgProgram,
  args: readonly string[],
  { url, outside, signal }: PgRun,
): RunningPgProgram {
  const place = new URL(url);
  // Drivers read it from the query as well, and there first.
  const password = place.searchParams.get("password") ?? decodeURIComponent(place.password);
  place.password = "";
  place.searchParams.delete("password");
  const child = spawn(program, ["--verbose", ...args, `--dbname=${place.href}`], {
    env: { ...systemEnvironment(outside), ...(password === "" ? {} : { PGPASSWORD: password }) },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  let last = "";
  createInterface({ input: child.stderr }).on("line", (line) => {
    const [about = "", table] = line.split(" table ", 2);
    if (table === undefined || !TABLE_BEGINS.some((words) => about.endsWith(words))) last = line;
    else process.stderr.write(`${program}: ${table}\n`);
  });
  const ended = once(child, "close").then(
    ([code]) => {
      if (code === 0) return;
      throw new LaunchError(`${program} ended with ${String(code)}: ${last}`);
    },
    (error: unknown) => {
      throw new LaunchError(`${program} cannot be run: ${messageOf(error)}`, undefined, { cause: error });
    },
  );
  return { output: child.stdout, ended };
}
