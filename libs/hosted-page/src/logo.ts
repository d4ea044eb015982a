import { FILE_HEADERS, FILE_NOT_FOUND } from "./files.ts";
import type { BytesAnswer, PageAnswer, PageRequest } from "./http.ts";
import type { LogoImage } from "./logo-image.ts";

export interface LogoDeps {
  /** Null where no account shows it. */
  readonly readLogo: (sha256: string) => Promise<LogoImage | null>;
}

/** Where a page finds a logo: named by its content, so it never changes. */
export const logoPath = (sha256: string): string => `/pay/logos/${sha256}`;

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * GET /pay/logos/{sha256}: the logo with this content; the same 404 for what is none and what is gone. A
 * merchant's file on our origin: an image and nothing else, even if a browser takes it for more.
 */
export async function logo(
  { readLogo }: LogoDeps,
  { params: { sha256 } }: Pick<PageRequest, "params">,
): Promise<PageAnswer | BytesAnswer> {
  const image = typeof sha256 === "string" && SHA256.test(sha256) ? await readLogo(sha256) : null;
  if (image === null) return FILE_NOT_FOUND;
  return { status: 200, body: image.bytes, contentType: image.type, headers: FILE_HEADERS };
}
