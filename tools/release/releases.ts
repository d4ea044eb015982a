import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A release that is out; the file has them oldest first, since a shallow clone has no tags. */
export interface Release {
  readonly version: string;
  readonly date: string;
  readonly commit: string;
}

export const RELEASES = "tools/release/releases.json";

export function readReleases(root = join(import.meta.dirname, "../..")): readonly Release[] {
  return JSON.parse(readFileSync(join(root, RELEASES), "utf8"));
}

/** Errors: where none is out. */
export function lastRelease(root?: string): Release {
  const last = readReleases(root).at(-1);
  if (last === undefined) throw new Error(`${RELEASES} has no release`);
  return last;
}
