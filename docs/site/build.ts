import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeParts } from "./parts.ts";
import { printedReference, type OpenApi } from "./printed-reference.ts";
import { OPENAPI, sourcesDigest } from "./sources.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../libs/developer-pages/src/", import.meta.url));
/** Where the gateway takes the site from. */
export const SITE = join(PACKAGE, "site");
export const DIGEST = join(PACKAGE, "sources.sha256");

/** What of others is in the built files, whose licences ask to be named. */
const BUNDLED = [
  "vitepress",
  "vue",
  "@vueuse/core",
  "minisearch",
  "mark.js",
  "focus-trap",
  "@scalar/api-reference",
];

/** Builds the site anew into a folder, which holds nothing else afterwards. */
export async function buildSite(out: string): Promise<void> {
  const cache = mkdtempSync(join(tmpdir(), "flowlix-site-"));
  writeParts(join(HERE, "parts"));
  process.env["SITE_OUT"] = out;
  process.env["SITE_CACHE"] = cache;
  const { build } = await import("vitepress");
  try {
    await build(HERE);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
  rmSync(join(out, "hashmap.json"), { force: true });
  addReference(out);
  writeFileSync(join(out, "licences.txt"), licences());
}

function addReference(out: string): void {
  const bundle = readFileSync(
    join(HERE, "node_modules/@scalar/api-reference/dist/browser/standalone.js"),
    "utf8",
  );
  mkdirSync(join(out, "reference"), { recursive: true });
  writeFileSync(join(out, "reference/scalar.js"), withoutMap(bundle));
  const page = join(out, "reference.html");
  const [before, after] = readFileSync(page, "utf8").split("<!-- printed-reference.ts -->");
  if (before === undefined || after === undefined)
    throw new Error("reference.html has no place for what is printed");
  const document: OpenApi = JSON.parse(readFileSync(OPENAPI, "utf8"));
  writeFileSync(page, `${before}${printedReference(document)}${after}`);
}

/** The map is not shipped, and nobody is to look for it. */
function withoutMap(script: string): string {
  const at = script.lastIndexOf("//# sourceMappingURL=");
  return at === -1 ? script : script.slice(0, at);
}

function licences(): string {
  return BUNDLED.map((name) => {
    const folder = join(HERE, "node_modules", name);
    const { version, license }: { version: string; license: string } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    return `${name} ${version} (${license})\n\n${licenceText(folder)}`;
  }).join(`\n${"-".repeat(80)}\n\n`);
}

function licenceText(folder: string): string {
  for (const name of ["LICENSE", "LICENSE.txt", "LICENSE.md"]) {
    try {
      return readFileSync(join(folder, name), "utf8");
    } catch {
      continue;
    }
  }
  return "";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = mkdtempSync(join(tmpdir(), "flowlix-site-out-"));
  await buildSite(built);
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(dirname(SITE), { recursive: true });
  cpSync(built, SITE, { recursive: true });
  rmSync(built, { recursive: true, force: true });
  writeFileSync(DIGEST, `${sourcesDigest()}\n`);
}
