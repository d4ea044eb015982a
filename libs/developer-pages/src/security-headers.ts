import { createHash } from "node:crypto";

/** Scripts that the generator writes into its pages; one with `src` loads a file of ours. */
const INLINE_SCRIPT = /<script(?<attributes>[^>]*)>(?<text>[^<]*(?:<(?!\/script>)[^<]*)*)<\/script>/g;

export const sourceHash = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The hashes of a page's own inline scripts: no other may run in it. */
function scriptHashes(html: string): string[] {
  const texts = [...html.matchAll(INLINE_SCRIPT)].flatMap(({ groups }) =>
    /\ssrc=/.test(groups?.["attributes"] ?? "") ? [] : [groups?.["text"] ?? ""],
  );
  return [...new Set(texts)].map(sourceHash);
}

const HARMLESS = {
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

/** Headers of a file that is no page: it runs nothing by itself. */
export const FILE_HEADERS = {
  ...HARMLESS,
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

export interface PagePolicy {
  /** Sources of style sheets; attributes are allowed besides, since highlighted samples are coloured by them. */
  readonly styles: string;
}

/**
 * The policy of a page: files of this origin and its own inline scripts, no other origin at all, in no frame
 * (docs/decisions/0090-developer-pages.md).
 */
export function pageHeaders(html: string, { styles }: PagePolicy): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes(html)].join(" "),
    `style-src ${styles}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    ...HARMLESS,
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
  };
}
