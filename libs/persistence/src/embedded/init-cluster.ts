import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isAlive } from "./postmaster.ts";
import type { RunAs } from "./run-as.ts";

export const MAJOR = "18";

/** `true` when the folder holds a cluster of our major; an error when of another. */
export async function hasCluster(dataDir: string): Promise<boolean> {
  const version = await readFile(join(dataDir, "PG_VERSION"), "utf8").catch(missing);
  if (version === undefined) return false;
  if (version.trim() === MAJOR) return true;
  throw new EmbeddedPostgresError(
    "start_failed",
    `${dataDir} holds data of Postgres ${version.trim()}; this release needs ${MAJOR}`,
  );
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT") return undefined;
  throw new EmbeddedPostgresError("not_permitted", `cannot read the data directory: ${error.message}`, {
    cause: error,
  });
}

/**
 * Makes a new cluster beside its place and renames it there when it is complete, so that a kill in
 * the middle leaves nothing that looks like data. Of two at once one wins and the other's is dropped.
 */
export async function initCluster(
  dataDir: string,
  binaries: Binaries,
  runAs: RunAs,
  password: string,
): Promise<void> {
  await removeLeftovers(dataDir);
  const workshop = await mkdtemp(`${dataDir}.new-${process.pid}-`);
  try {
    const pwfile = join(workshop, "password");
    const made = join(workshop, "data");
    await writeFile(pwfile, `${password}\n`, { mode: 0o600 });
    await mkdir(made, { mode: 0o700 });
    for (const path of [workshop, pwfile, made]) await runAs.give(path);
    await runInitdb(binaries.initdb, made, pwfile, runAs);
    await rename(made, dataDir).catch(async (error: unknown) => {
      if (!(await hasCluster(dataDir))) throw error;
    });
  } finally {
    await rm(workshop, REMOVE);
  }
}

/** An initdb whose parent was killed may still be writing; it gives up when its files are gone. */
const REMOVE = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };

/** What a killed process left; the name says whose it was. */
async function removeLeftovers(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.new-`;
  for (const name of await readdir(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split("-", 1)[0]);
    if (!isAlive(pid)) await rm(join(dirname(dataDir), name), REMOVE);
  }
}

async function runInitdb(initdb: string, dataDir: string, pwfile: string, runAs: RunAs): Promise<void> {
  // A bare environment otherwise gives SQL_ASCII, which corrupts names and searches (architecture §4).
  const locale = process.platform === "darwin" ? "C" : "C.UTF-8";
  const { program, args } = runAs.command(initdb, [
    `--pgdata=${dataDir}`,
    "--encoding=UTF8",
    `--locale=${locale}`,
    "--locale-provider=builtin",
    "--builtin-locale=PG_UNICODE_FAST",
    "--auth=scram-sha-256",
    "--username=postgres",
    `--pwfile=${pwfile}`,
  ]);
  const child = spawn(program, [...args], {
    ...runAs.user,
    cwd: "/",
    env: SERVER_ENV,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr
    .setEncoding("utf8")
    .on("data", (text: string) => (complaint = (complaint + text).slice(-2_000)));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  if (code === 0) return;
  throw new EmbeddedPostgresError(
    "start_failed",
    `initdb failed (${code}): ${complaint.trim().replaceAll("\n", "; ")}`,
  );
}

/** Nothing of ours reaches the server by accident: PGDATA and its like change what it does. */
export const SERVER_ENV = { PATH: "/usr/bin:/bin", TZ: "UTC" };
