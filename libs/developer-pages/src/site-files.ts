import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FILE_HEADERS, pageHeaders } from "./security-headers.ts";

export interface SiteFile {
  readonly body: Buffer;
  readonly contentType: string;
  /** Without quotes. */
  readonly tag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The header of a request by which this one was taken among several of the same address. */
  readonly chosenBy?: "Accept";
}

const TEXT = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
} as const;
const BINARY = { ".ico": "image/x-icon" } as const;
const TYPES: ReadonlyMap<string, string> = new Map(Object.entries({ ...TEXT, ...BINARY }));

const FOLDER = fileURLToPath(new URL("./site/", import.meta.url));
/** The generator names these by their content, so that a browser may keep them for good. */
const IMMUTABLE = /^assets\/.*\.[\w-]{8}\.(?:js|lean\.js|css)$/;
/** The site's own path, with no host before it: the page's script puts the own one into whole addresses of samples. */
const OWN_PATH = /(?<![\w…])\/docs\//g;
/** The reference makes its style sheets itself. */
const REFERENCE = "reference.html";
const TAG_LENGTH = 32;

/**
 * Every file of the site by its path below `/docs/`, read once: nothing of a request reaches the file system. The site
 * is built for `/docs/`; below another path its own addresses are written again.
 */
export function siteFiles(basePath: string): ReadonlyMap<string, SiteFile> {
  const names = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(FOLDER.length).replaceAll("\\", "/"));
  return new Map(names.map((name) => [name, read(name, basePath)]));
}

function read(name: string, basePath: string): SiteFile {
  const extension = extname(name);
  const contentType = TYPES.get(extension);
  if (contentType === undefined) throw new Error(`the site has a file of an unknown kind: ${name}`);
  const bytes = readFileSync(join(FOLDER, name));
  const moved = basePath !== "" && Object.hasOwn(TEXT, extension);
  const body = moved ? Buffer.from(bytes.toString("utf8").replace(OWN_PATH, `${basePath}/docs/`)) : bytes;
  return {
    body,
    contentType,
    tag: createHash("sha256").update(body).digest("hex").slice(0, TAG_LENGTH),
    headers: { ...policyOf(name, body), ...cachingOf(name) },
  };
}

function policyOf(name: string, body: Buffer): Readonly<Record<string, string>> {
  if (!name.endsWith(".html")) return FILE_HEADERS;
  const styles = name === REFERENCE ? "'self' 'unsafe-inline'" : "'self'";
  return pageHeaders(body.toString("utf8"), { styles });
}

/** A page is asked for again each time, and answered by 304 while it is the same. */
const cachingOf = (name: string): Readonly<Record<string, string>> => ({
  "Cache-Control": IMMUTABLE.test(name) ? "public, max-age=31536000, immutable" : "public, no-cache",
});
