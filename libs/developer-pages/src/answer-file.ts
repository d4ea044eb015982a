import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PageAnswer, PageRequest } from "./http.ts";
import { isKnownTag } from "./known-tag.ts";
import type { SiteFile } from "./site-files.ts";

type Encoding = "br" | "gzip";

/** Smaller ones gain nothing. */
const COMPRESSED_FROM_BYTES = 1_024;
const BROTLI_QUALITY = 5;

const COMPRESS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body) => promisify(gzip)(body),
};

/** Answers files, compressed for who takes that: each once, when it is first asked for, and not on the main thread. */
export function createFileAnswers(): (
  file: SiteFile,
  request: PageRequest,
  status?: number,
) => Promise<PageAnswer> {
  const compressed = new Map<string, Promise<Buffer>>();

  async function bodyOf(file: SiteFile, encoding: Encoding): Promise<Buffer> {
    const key = `${file.tag}-${encoding}`;
    const made = compressed.get(key) ?? COMPRESS[encoding](file.body);
    compressed.set(key, made);
    return made;
  }

  return async (file, { headers: asked }, status = 200) => {
    const encoding =
      file.body.length < COMPRESSED_FROM_BYTES ? undefined : encodingOf(asked["accept-encoding"]);
    const tag = `"${file.tag}${encoding === undefined ? "" : `-${encoding}`}"`;
    const varies = ["Accept-Encoding", ...(file.chosenBy === undefined ? [] : [file.chosenBy])];
    const headers = { ...file.headers, ETag: tag, Vary: varies.join(", ") };
    const { contentType } = file;
    if (status === 200 && isKnownTag(tag, asked["if-none-match"]))
      return { status: 304, body: Buffer.alloc(0), contentType, headers };
    if (encoding === undefined) return { status, body: file.body, contentType, headers };
    const body = await bodyOf(file, encoding);
    return { status, body, contentType, headers: { ...headers, "Content-Encoding": encoding } };
  };
}

/** The best that is named and not refused by `q=0` (RFC 9110 section 12.5.3). */
function encodingOf(accepted: string | string[] | undefined): Encoding | undefined {
  const named = String(accepted ?? "")
    .split(",")
    .filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each))
    .map((each) => each.split(";", 1)[0]?.trim().toLowerCase());
  return (["br", "gzip"] as const).find((each) => named.includes(each));
}
