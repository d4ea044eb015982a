import { createHash } from "node:crypto";

export const sourceHash = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The hashes of a page's own inline scripts, as the generator wrote them: no other may run in it. */
function scriptHashes(html: string): string[] {
  const texts = html
    .split("<script")
    .slice(1)
    .flatMap((script) => {
      const opened = script.indexOf(">");
      const isFile = script.slice(0, opened).includes(" src=");
      return isFile ? [] : [script.slice(opened + 1, script.indexOf("</script>"))];
    });
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
