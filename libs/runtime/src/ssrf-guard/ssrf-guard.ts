import { isIP, type LookupFunction } from "node:net";
import { DomainError } from "../domain-error.ts";
import { kindOf } from "./addresses.ts";
import { hasNoAddress, type Resolve } from "./resolve.ts";
import { hostOf, parseWebhookUrl } from "./webhook-url.ts";

/** A URL that nothing is sent to: it breaks a rule, or its host has an address it may not have. */
export class RefusedUrl extends Error {
  readonly code = "WEBHOOK_URL_REFUSED";
}

/** The name of a URL's host could not be looked up, or has no address. */
export class UnknownHost extends Error {
  readonly code = "WEBHOOK_HOST_UNKNOWN";
}

/** Which addresses a connection may go to. */
export type Reach = "global" | "global or loopback" | "loopback";

export interface SsrfGuard {
  /**
   * Checks a URL that is to be kept, all addresses of its host included.
   * Errors: parameter_invalid (`url`); service_unavailable where nobody could be asked for them.
   */
  admit(url: string, livemode: boolean): Promise<void>;
  /** The same rules for a try, but for the addresses of a name, which `lookup` checks. Errors: RefusedUrl. */
  check(url: string, livemode: boolean): { readonly url: URL; readonly reach: Reach };
  /**
   * Looks a name up for a connection, which is then made to one of exactly the addresses that were checked:
   * a name that answers differently the next time gains nothing. Errors: RefusedUrl, UnknownHost.
   */
  lookup(reach: Reach): LookupFunction;
}

const RETRY_AFTER_S = 2;
const WANTED =
  "It must be HTTPS with a host that can be looked up and whose every address is a public one, without user info and fragment.";
const OR_LOOPBACK = "In Sandbox this machine may be named, by http:// too: http://127.0.0.1:8080/.";

/** `loopback`: endpoints of Sandbox may be on this machine, by plain HTTP too. */
export function createSsrfGuard(options: {
  readonly resolve: Resolve;
  readonly loopback: boolean;
}): SsrfGuard {
  const { resolve, loopback } = options;

  function check(text: string, livemode: boolean): { url: URL; reach: Reach } {
    const url = parseWebhookUrl(text);
    if (url === null) throw new RefusedUrl("the URL breaks the rules of URLs that others name");
    const here = loopback && !livemode;
    if (url.protocol === "http:" && !here) throw new RefusedUrl("the URL is not https");
    const reach = url.protocol === "http:" ? "loopback" : here ? "global or loopback" : "global";
    const host = hostOf(url);
    // A host that is an address is connected to without any lookup.
    if (isIP(host) !== 0) requireAll([host], reach);
    return { url, reach };
  }

  async function addressesOf(hostname: string, reach: Reach): Promise<readonly string[]> {
    const addresses = await resolve(hostname).catch((cause: unknown) => {
      throw new UnknownHost(`${hostname} cannot be looked up`, { cause });
    });
    if (addresses.length === 0) throw new UnknownHost(`${hostname} has no address`);
    requireAll(addresses, reach);
    return addresses;
  }

  const wantedOf = (livemode: boolean): string =>
    loopback && !livemode ? `${WANTED} ${OR_LOOPBACK}` : WANTED;

  return {
    check,
    async admit(text, livemode) {
      try {
        const { url, reach } = check(text, livemode);
        const host = hostOf(url);
        if (isIP(host) === 0) await addressesOf(host, reach);
      } catch (error) {
        if (error instanceof UnknownHost && error.cause !== undefined && !hasNoAddress(error.cause))
          throw new DomainError("service_unavailable", { retryAfterS: RETRY_AFTER_S, cause: error });
        if (error instanceof RefusedUrl || error instanceof UnknownHost)
          // One sentence for all: which names an internal resolver knows is nobody's business.
          throw new DomainError("parameter_invalid", {
            param: "url",
            explanation: wantedOf(livemode),
            cause: error,
          });
        throw error;
      }
    },
    lookup: (reach) => (hostname, lookupOptions, answer) => {
      void (async () => {
        try {
          const addresses = await addressesOf(hostname, reach);
          const all = addresses.map((address) => ({ address, family: isIP(address) }));
          const [first] = all;
          if (lookupOptions.all === true) answer(null, all);
          else answer(null, first?.address ?? "", first?.family);
        } catch (error) {
          answer(error instanceof Error ? error : new UnknownHost(hostname), "");
        }
      })();
    },
  };
}

/** One address that may not be is enough: which of several is connected to is not ours to choose. */
function requireAll(addresses: readonly string[], reach: Reach): void {
  const allowed: readonly string[] = REACHES[reach];
  if (!addresses.every((address) => allowed.includes(kindOf(address))))
    throw new RefusedUrl("the host has an address that nothing of ours is sent to");
}

const REACHES = {
  global: ["global"],
  "global or loopback": ["global", "loopback"],
  loopback: ["loopback"],
} as const satisfies Record<Reach, readonly string[]>;
