import { Resolver } from "node:dns/promises";

/** All addresses of a host name. Errors: the resolver's, with `code`. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** DNS errors that mean "no such address". Any other error means that the lookup itself failed. */
const NOTHING: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

export const hasNoAddress = (error: unknown): boolean =>
  error instanceof Error && "code" in error && NOTHING.has(error.code);

/**
 * Asks the system's name servers, or those that are named, directly. The system's own lookup runs in a pool of four
 * threads that the whole process shares: four names whose servers do not answer would hold up all others.
 */
export function createResolve({ servers }: { readonly servers?: readonly string[] } = {}): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    if (isLocalhost(hostname)) return ["127.0.0.1", "::1"];
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [v4, v6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    // Where one of the two was not answered there may be an address that we do not know of.
    const reasons = [v4, v6].flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
    throw reasons.find((reason) => !hasNoAddress(reason)) ?? reasons[0];
  };
}

/** `localhost` names never go to DNS (RFC 6761 §6.3). */
const isLocalhost = (hostname: string): boolean => /^(.+\.)?localhost\.?$/i.test(hostname);
