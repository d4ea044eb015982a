import { spawn } from "node:child_process";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Binaries } from "./binaries.ts";
import type { ClusterFiles } from "./cluster-files.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { isAlive } from "./postmaster.ts";
import type { RunAs } from "./run-as.ts";

/** `true` when the folder holds a cluster of this major; an error when of another. */
export async function hasCluster(files: ClusterFiles, major: string): Promise<boolean> {
  const version = await files.read("PG_VERSION").catch(unreadable);
  if (version === undefined) return false;
  if (version.trim() === major) return true;
  throw new EmbeddedPostgresError(
    "start_failed",
    `${files.folder} holds data of Postgres ${version.trim()}; this release needs ${major}`,
  );
}

function unreadable(error: Error): never {
  throw new EmbeddedPostgresError("not_permitted", `cannot read the data directory: ${error.message}`, {
    cause: error,
  });
}

/**
 * Makes a new cluster beside its place and renames it there when it is complete, so that a kill in
 * the middle leaves nothing that looks like data. Of two at once one wins and the other's is dropped.
 * The rename stays within one folder: moved to another, a folder has to be writable for who renames it.
 */
export async function initCluster(
  dataDir: string,
  binaries: Binaries,
  runAs: RunAs,
  password: string,
): Promise<void> {
  await removeLeftovers(dataDir, runAs);
  const made = await mkdtemp(`${dataDir}.new-${process.pid}-`);
  const pwfile = `${made}.password`;
  try {
    await writeFile(pwfile, `${password}\n`, { mode: 0o600, flag: "wx" });
    for (const path of [pwfile, made]) await runAs.give(path);
    await runInitdb(binaries, made, pwfile, runAs);
    await rename(made, dataDir).catch(async (error: unknown) => {
      if (!(await hasCluster(runAs.files(dataDir), binaries.major))) throw error;
    });
  } finally {
    await rm(pwfile, { force: true });
    await removeTree(made, runAs);
  }
}

/** An initdb whose parent was killed may still be writing; it gives up when its files are gone. */
async function removeTree(path: string, runAs: RunAs): Promise<void> {
  await runAs.takeBack(path);
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** What a killed process left; the name says whose it was. */
async function removeLeftovers(dataDir: string, runAs: RunAs): Promise<void> {
  const prefix = `${basename(dataDir)}.new-`;
  for (const name of await readdir(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split("-", 1)[0]);
    if (!isAlive(pid)) await removeTree(join(dirname(dataDir), name), runAs);
  }
}

/** The order of code points, by the server's own provider where it has one. */
const orderArguments = (major: string): readonly string[] =>
  Number(major) < 18
    ? ["--locale-provider=libc"]
    : ["--locale-provider=builtin", "--builtin-locale=PG_UNICODE_FAST"];

async function runInitdb(binaries: Binaries, dataDir: string, pwfile: string, runAs: RunAs): Promise<void> {
  // A bare environment otherwise gives SQL_ASCII, which corrupts names and searches
  // (docs/design/architecture.md#clusters).
  const locale = process.platform === "darwin" ? "C" : "C.UTF-8";
  const { program, args } = runAs.command(binaries.initdb, [
    `--pgdata=${dataDir}`,
    "--encoding=UTF8",
    `--locale=${locale}`,
    ...orderArguments(binaries.major),
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
