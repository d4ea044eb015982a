import { WEBHOOK_URL_LENGTH_MAX } from "@flowlix/contracts";

/**
 * A URL as the rules allow it, hosts and their addresses aside; null for any other. What a lenient parser would repair
 * is refused: the text that was checked is the text that is used (docs/design/decisions.md#webhook-urls).
 */
export function parseWebhookUrl(text: string): URL | null {
  if (text.length > WEBHOOK_URL_LENGTH_MAX || !/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text)) return null;
  if (text.includes("#") || /^https?:\/\/[^/?]*@/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // Nothing listens on port 0.
  if (url.hostname === "" || url.port === "0") return null;
  return url.username === "" && url.password === "" ? url : null;
}

/** The host as an address, if it is one: an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");
