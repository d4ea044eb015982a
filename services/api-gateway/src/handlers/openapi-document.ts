import { createHash } from "node:crypto";
import { buildOpenApi } from "@flowlix/contracts";
import { isKnownTag } from "@flowlix/developer-pages";
import { jsonText } from "../http/answer.ts";
import type { OpenRoute } from "../http/route.ts";

/** Soon enough after an upgrade, and seldom enough for tools that load it at every start. */
const CACHE_SECONDS = 300;

/**
 * GET /openapi.json: the document that the requests are validated with, for this installation. Public: pages of other
 * origins may load it (docs/decisions/0089-a-document-that-tools-like.md).
 */
export function openApiDocument({ publicUrl }: { readonly publicUrl: string }): OpenRoute {
  const body = JSON.stringify(buildOpenApi({ url: publicUrl.replace(/\/$/, "") }));
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 32)}"`;
  const headers = {
    ETag: etag,
    "Cache-Control": `public, max-age=${CACHE_SECONDS}`,
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "X-Content-Type-Options": "nosniff",
  };
  return {
    access: "open",
    method: "GET",
    template: "/openapi.json",
    handle: async (request) =>
      isKnownTag(etag, request.headers["if-none-match"])
        ? jsonText(304, "", headers)
        : jsonText(200, body, headers),
  };
}
