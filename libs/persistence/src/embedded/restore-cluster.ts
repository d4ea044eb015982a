import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { findBinaries } from "./binaries.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { chooseRunAs, type RunAs } from "./run-as.ts";
import type { EmbeddedPostgresOptions } from "./start-embedded-postgres.ts";

/** A base backup as a server sent it. */
export interface ClusterBackup {
  /** The tar archive, not compressed. */
  readonly archive: Readable;
  /** The path of the server's own list of files. */
  readonly manifest: string;
}

/**
 * Makes a cluster of a base backup in a folder that is not there yet. The server brings it to the backup's end when it
 * starts. Where this fails the folder is removed again.
 * Errors: EmbeddedPostgresError `start_failed` naming the file that is not as the server sent it, `not_permitted`.
 */
export async function restoreCluster(
  { dataDir, ownsParent = false }: Pick<EmbeddedPostgresOptions, "dataDir" | "ownsParent">,
  backup: ClusterBackup,
): Promise<void> {
  const { postgres } = await findBinaries();
  const path = resolve(dataDir);
  const runAs = await chooseRunAs({ binary: postgres, dataDir: path, ownsParent });
  await mkdir(path, { mode: 0o700 });
  try {
    await unpack(backup.archive, path);
    await compare(path, backup.manifest);
    // A server starts on nothing that others may read, whatever mode the archive had.
    await chmod(path, 0o700);
    await giveAll(path, runAs);
  } catch (error) {
    await runAs.takeBack(path);
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}

/** What writing to it fails with: at the archive's end it does not wait for what is padded behind it. */
const TAR_HAS_ENDED: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"]);

/** As ourselves: root may then give it away without overriding any permission. */
async function unpack(archive: Readable, into: string): Promise<void> {
  const tar = spawn("tar", ["-x", "-o", "-f", "-", "-C", into], { stdio: ["pipe", "ignore", "pipe"] });
  let complaint = "";
  tar.stderr.setEncoding("utf8").on("data", (text: string) => (complaint = (complaint + text).slice(-2_000)));
  const ended = new Promise<number | null>((yes, no) => tar.once("error", no).once("close", yes));
  // How it ended says its exit code alone.
  const [code] = await Promise.all([
    ended,
    pipeline(archive, tar.stdin).catch((error: NodeJS.ErrnoException) => {
      if (TAR_HAS_ENDED.has(error.code ?? "")) return;
      tar.kill();
      throw error;
    }),
  ]);
  if (code !== 0) throw damaged(`cannot be unpacked: ${complaint.trim().split("\n").at(-1) ?? ""}`);
}

const damaged = (what: string) => new EmbeddedPostgresError("start_failed", `the backup's archive ${what}`);

interface ListedFile {
  readonly path: string;
  readonly size: number;
  readonly checksum: string;
}

async function compare(path: string, manifest: string): Promise<void> {
  for (const { path: name, size, checksum } of await listed(manifest)) {
    const file = join(path, name);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) throw damaged(`lacks ${name}`);
    const hash = createHash("sha256");
    if (found.size === size) await pipeline(createReadStream(file), hash);
    if (found.size !== size || hash.digest("hex") !== checksum) throw damaged(`has another ${name}`);
  }
}

async function listed(manifest: string): Promise<ListedFile[]> {
  const { Files: files }: { Files: Record<string, unknown>[] } = JSON.parse(await readFile(manifest, "utf8"));
  return files.map((file) => ({
    path: String(file["Path"]),
    size: Number(file["Size"]),
    checksum: String(file["Checksum"]),
  }));
}

/** What is inside first: a folder that was given away can be closed to us. */
async function giveAll(path: string, runAs: RunAs): Promise<void> {
  if ((await lstat(path)).isDirectory())
    for (const name of await readdir(path)) await giveAll(join(path, name), runAs);
  await runAs.give(path);
}
