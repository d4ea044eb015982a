import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Transform, type Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { LaunchError } from "../launch-error.ts";
import type { FileSum, Manifest } from "./manifest.ts";

/** Writes a new file that its owner alone may read, to disk before it is over; answers what it holds. */
export async function writeSummed(path: string, source: Readable, ...through: Transform[]): Promise<FileSum> {
  const sum = summing();
  const file = createWriteStream(path, { flags: "wx", mode: 0o600, flush: true });
  await pipeline([source, ...through, sum.stream, file]);
  return sum.of();
}

/** The same for what comes from elsewhere: write to `into`, and end it. */
export function summedFile(
  path: string,
  ...through: Transform[]
): { readonly into: Writable; readonly written: Promise<FileSum> } {
  const into = new PassThrough();
  return { into, written: writeSummed(path, into, ...through) };
}

function summing() {
  const hash = createHash("sha256");
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, of: (): FileSum => ({ bytes, sha256: hash.digest("hex") }) };
}

/** Errors: LaunchError naming the first file of a backup that is missing, cut or changed. */
export async function checkFiles(
  folder: string,
  files: Manifest["files"],
  onProgress: (done: number, about: number) => void,
): Promise<void> {
  const total = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw new LaunchError(`FROM: ${path} is missing`);
    if (found.size !== bytes)
      throw new LaunchError(`FROM: ${path} is damaged: it has ${found.size} bytes instead of ${bytes}`);
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk);
      done += chunk.length;
      onProgress(done, total);
    }
    if (hash.digest("hex") !== sha256)
      throw new LaunchError(`FROM: ${path} is damaged: its SHA-256 is not the one of the manifest`);
  }
}
