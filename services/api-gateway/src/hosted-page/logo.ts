import type { Pools } from "@flowlix/persistence";
import { FILE_HEADERS, FILE_NOT_FOUND } from "../browser/files.ts";
import type { Answer, BytesAnswer } from "../http/answer.ts";
import type { ApiRequest } from "../http/route.ts";
import { readLogo } from "../store/branding-store.ts";

export interface LogoDeps {
  readonly readPool: Pools["read"];
}

/** Where a page finds a logo: named by its content, so it never changes. */
export const logoPath = (sha256: string): string => `/pay/logos/${sha256}`;

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * GET /pay/logos/{sha256}: the logo with this content; the same 404 for what is none and what is gone. A
 * merchant's file on our origin: an image and nothing else, whatever a browser thinks of it.
 */
export async function logo(
  { readPool }: LogoDeps,
  { params: { sha256 } }: Pick<ApiRequest, "params">,
): Promise<Answer | BytesAnswer> {
  const image = typeof sha256 === "string" && SHA256.test(sha256) ? await readLogo(readPool, sha256) : null;
  if (image === null) return FILE_NOT_FOUND;
  return { status: 200, body: image.bytes, contentType: image.type, headers: FILE_HEADERS };
}
