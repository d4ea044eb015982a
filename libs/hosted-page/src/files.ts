import type { PageAnswer } from "./http.ts";

/** Headers of every file: its type is what they say, and it runs nothing. */
const HARMLESS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

/** For files that are named by their content, so that a browser may keep them for good. */
export const FILE_HEADERS = {
  ...HARMLESS,
  "Cache-Control": "public, max-age=31536000, immutable",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** The same for a file that there never was and for one that is gone; no payer is ever led to it. */
export const FILE_NOT_FOUND: PageAnswer = {
  status: 404,
  body: "There is no such file.\n",
  contentType: "text/plain; charset=utf-8",
  headers: { ...HARMLESS, "Cache-Control": "no-store" },
};
