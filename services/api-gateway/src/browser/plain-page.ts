import type { Answer } from "../http/answer.ts";

/** What every page of ours tells a browser: keep nothing, run nothing, tell nobody where you were. */
const PAGE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** A page of two sentences. Takes our own words only: nothing is escaped. */
export function plainPage(
  status: number,
  title: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
  return { status, body, contentType: "text/html; charset=utf-8", headers: { ...PAGE_HEADERS, ...headers } };
}
