import { isIP } from "node:net";

const URL_MAX = 2048;
const PRINTABLE_ASCII = /^[!-~]+$/;

/** Where a provider may send a payer's browser. */
export interface RedirectRules {
  readonly redirectHosts: readonly string[];
  readonly allowLoopbackHttp: boolean;
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && hostname.startsWith("127."))
  );
}

/**
 * The URL a payer may be sent to, as a browser will read it, or null: https (or, in Sandbox, http to
 * this machine), at most 2048 characters, no user info, and a host that is the provider's own. An
 * answer that leads anywhere else is treated like one that cannot be read.
 */
export function checkedRedirect(text: string, rules: RedirectRules): string | null {
  // Browsers drop tabs and line breaks from a URL and read backslashes as slashes: not ours to pass on.
  if (text.length > URL_MAX || !PRINTABLE_ASCII.test(text) || text.includes("\\")) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.href.length > URL_MAX) return null;
  const secure = url.protocol === "https:";
  const local = rules.allowLoopbackHttp && url.protocol === "http:" && isLoopback(url.hostname);
  return (secure || local) && rules.redirectHosts.includes(url.host) ? url.href : null;
}
