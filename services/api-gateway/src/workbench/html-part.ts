import type { Answer } from "../http/answer.ts";

/** Nothing in a part is loaded or run where it is opened by itself. */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

export const htmlPart = (part: { toString(): string }): Answer => ({
  status: 200,
  body: part.toString(),
  contentType: "text/html; charset=utf-8",
  headers: HEADERS,
});
