import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { FILE_HEADERS, FILE_NOT_FOUND } from "./files.ts";
import type { PageAnswer, PageRequest } from "./http.ts";

/** Files of the pages, as they are served. */
const FILES = {
  "page.css": "text/css; charset=utf-8",
  "form.css": "text/css; charset=utf-8",
  "message.css": "text/css; charset=utf-8",
  "card-form.js": "text/javascript; charset=utf-8",
  "keep-entries.js": "text/javascript; charset=utf-8",
  "forget-entries.js": "text/javascript; charset=utf-8",
  "poll-status.js": "text/javascript; charset=utf-8",
  "lead-on.js": "text/javascript; charset=utf-8",
  "test-cards.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;
export type AssetName = keyof typeof FILES;

const HASH_LENGTH = 16;

interface Asset {
  /** `page.0123456789abcdef.css` */
  readonly file: string;
  readonly answer: PageAnswer;
}

function load(name: AssetName): Asset {
  const body = readFileSync(new URL(`./assets/${name}`, import.meta.url), "utf8");
  const hash = createHash("sha256").update(body).digest("hex").slice(0, HASH_LENGTH);
  const answer = { status: 200, body, contentType: FILES[name], headers: FILE_HEADERS };
  return { file: name.replace(".", `.${hash}.`), answer };
}

const ASSETS: Readonly<Record<AssetName, Asset>> = {
  "page.css": load("page.css"),
  "form.css": load("form.css"),
  "message.css": load("message.css"),
  "card-form.js": load("card-form.js"),
  "keep-entries.js": load("keep-entries.js"),
  "forget-entries.js": load("forget-entries.js"),
  "poll-status.js": load("poll-status.js"),
  "lead-on.js": load("lead-on.js"),
  "test-cards.js": load("test-cards.js"),
  "icon.svg": load("icon.svg"),
};

const BY_FILE: ReadonlyMap<string, PageAnswer> = new Map(
  Object.values(ASSETS).map(({ file, answer }) => [file, answer]),
);

/** Where a page finds a file. */
export const assetPath = (basePath: string, name: AssetName): string =>
  `${basePath}/pay/assets/${ASSETS[name].file}`;

/** GET /pay/assets/{file}. */
export async function asset({ params: { file } }: Pick<PageRequest, "params">): Promise<PageAnswer> {
  return BY_FILE.get(file ?? "") ?? FILE_NOT_FOUND;
}
