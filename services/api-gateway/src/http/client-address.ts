import type { IncomingHttpHeaders } from "node:http";
import { isIP, SocketAddress } from "node:net";
import { isTrusted, type TrustedProxies } from "./trusted-proxies.ts";

/**
 * The payer's address (docs/design/decisions.md#trusted-proxies): the first one that is not a trusted proxy, from the
 * socket's address leftwards through X-Forwarded-For. Entries to the left of it can be forged and are not read. If a
 * trusted proxy passes on an entry that is no address, its own address is the answer. The answer is a canonical literal
 * without a zone. An IPv4 address mapped into IPv6 is answered as IPv4.
 */
export function clientAddress(
  proxies: TrustedProxies,
  headers: IncomingHttpHeaders,
  socketAddress: string,
): string {
  let nearest = plainAddress(withoutZone(socketAddress)) ?? UNKNOWN;
  for (const entry of entriesFromRight(headers["x-forwarded-for"])) {
    if (!isTrusted(proxies, nearest)) break;
    const address = plainAddress(withoutPort(entry));
    if (address === null) break;
    nearest = address;
  }
  return nearest;
}

/** A socket that is already gone has no address any more. */
const UNKNOWN = "0.0.0.0";

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** The one way to write an address, or null for what is none. */
export function plainAddress(text: string): string | null {
  const version = isIP(text);
  if (version === 4) return text;
  if (version !== 6 || text.includes("%")) return null;
  const { address } = new SocketAddress({ address: text, family: "ipv6" });
  return MAPPED.exec(address)?.[1] ?? address;
}

/** A link-local neighbour's socket names the interface behind its address. */
const withoutZone = (address: string): string => address.split("%", 1)[0] ?? "";

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? [];
  return bracketed ?? dotted ?? entry;
}

function entriesFromRight(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return String(header)
    .split(",")
    .map((entry) => entry.trim())
    .toReversed();
}
