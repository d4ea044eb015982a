import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parts } from "./parts.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What the printed reference is made of. */
export const OPENAPI = join(ROOT, "libs/contracts/src/openapi.json");
/** What is installed, and what comes from the contracts and is counted as that. */
const NO_SOURCE = /^(?:node_modules|parts|README\.md)(?:\/|$)/;

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NO_SOURCE.test(relative(join(ROOT, "docs/site"), path))) return [];
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}

/** One number for everything that the site is built from: a build with another one is out of date. */
export function sourcesDigest(): string {
  const hash = createHash("sha256");
  const folders = ["docs/site", "docs/webhooks"].flatMap((folder) => filesOf(join(ROOT, folder)));
  const paths = [...folders, OPENAPI].toSorted();
  for (const path of paths)
    hash
      .update(`${relative(ROOT, path)}\0`)
      .update(readFileSync(path))
      .update("\0");
  for (const [name, text] of parts()) hash.update(`${name}\0${text}\0`);
  return hash.digest("hex");
}
