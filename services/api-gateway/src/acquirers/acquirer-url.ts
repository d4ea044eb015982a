import { hostname, networkInterfaces } from "node:os";
import { isDomainError, type SsrfGuard } from "@flowlix/runtime";
import { Refusal } from "../store/refusal.ts";

/** Checks where an account's acquirer is to be reached. Errors: Refusal, naming the setting. */
export type CheckAcquirerUrl = (name: string, url: string) => Promise<void>;

const WANTED =
  "must be an HTTPS address without user info, query and fragment, whose host can be looked up and is a public one";

/**
 * By the rules for webhook URLs, and never this installation itself. `loopback`: what an installation allows for
 * stand-ins of acquirers on its own machine.
 */
export function acquirerUrlCheck(
  guard: Pick<SsrfGuard, "admit">,
  options: { readonly publicUrl: string; readonly loopback: boolean },
): CheckAcquirerUrl {
  const own = new URL(options.publicUrl).hostname;
  return async (name, url) => {
    const refused = () => new Refusal("invalid_argument", `${name} ${WANTED}`, name);
    if (!URL.canParse(url)) throw refused();
    const { hostname: host, search } = new URL(url);
    if (search !== "" || url.includes("?")) throw refused();
    if (!options.loopback && (host === own || isThisMachine(host))) throw refused();
    try {
      // Loopback is allowed or not whatever the account's mode: a stand-in may play live mode too.
      await guard.admit(url, !options.loopback);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      if (error.type === "service_unavailable")
        throw new Refusal("unavailable", `the host of ${name} cannot be looked up now`, name);
      throw refused();
    }
  };
}

/** A name or an address of an interface, public ones too. */
function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (bare === hostname().toLowerCase()) return true;
  return Object.values(networkInterfaces())
    .flat()
    .some((one) => one?.address.toLowerCase() === bare);
}
