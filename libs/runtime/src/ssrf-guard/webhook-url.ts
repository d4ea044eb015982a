import { WEBHOOK_URL_LENGTH_MAX } from "@flowlix/contracts";

/**
 * Parses a webhook URL; null if its text breaks a rule (docs/design/decisions.md#webhook-urls). Addresses are checked
 * later, in `ssrf-guard.ts`. Text that a lenient parser would repair is refused, so that the text checked is the text
 * used.
 */
export function parseWebhookUrl(text: string): URL | null {
  if (text.length > WEBHOOK_URL_LENGTH_MAX || !/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text)) return null;
  if (text.includes("#") || /^https?:\/\/[^/?]*@/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // Nothing listens on port 0.
  if (url.hostname === "" || url.port === "0") return null;
  return url.username === "" && url.password === "" ? url : null;
}

/** The URL's host name or address, an IPv6 address without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");
