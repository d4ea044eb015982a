import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { FILE_HEADERS, FILE_NOT_FOUND, type PageAnswer } from "@flowlix/hosted-page/page-parts";

const FILES = {
  "workbench.css": "text/css; charset=utf-8",
  "workbench.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;
export type AssetName = keyof typeof FILES;

const HASH_LENGTH = 16;

/** Under a name with a hash of its content, so that a browser may keep it for good. */
function load(name: AssetName) {
  const body = readFileSync(new URL(`./assets/${name}`, import.meta.url), "utf8");
  const hash = createHash("sha256").update(body).digest("hex").slice(0, HASH_LENGTH);
  const answer: PageAnswer = { status: 200, body, contentType: FILES[name], headers: FILE_HEADERS };
  return { file: name.replace(".", `.${hash}.`), answer };
}

const ASSETS = {
  "workbench.css": load("workbench.css"),
  "workbench.js": load("workbench.js"),
  "icon.svg": load("icon.svg"),
} satisfies Record<AssetName, unknown>;

const BY_FILE: ReadonlyMap<string, PageAnswer> = new Map(
  Object.values(ASSETS).map(({ file, answer }) => [file, answer]),
);

export const assetPath = (basePath: string, name: AssetName): string =>
  `${basePath}/workbench/assets/${ASSETS[name].file}`;

/** GET /workbench/assets/{file}. */
export const assetAnswer = (file: string | null | undefined): PageAnswer =>
  BY_FILE.get(file ?? "") ?? FILE_NOT_FOUND;
