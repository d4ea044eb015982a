import { isId, type AcquirerAccount } from "@flowlix/contracts";
import { query, type Pool } from "@flowlix/persistence";
import {
  accountAcquirer,
  createAccountSecrets,
  type AccountSecrets,
  type VerifyCallbacks,
} from "@flowlix/provider";
import type { GatewayConfig } from "../config.ts";

/** What an account's callbacks are verified with; null where there is no such account at that acquirer. */
export type FindVerifier = (acquirer: string, accountId: string) => Promise<VerifyCallbacks | null>;

export interface VerifiersDeps {
  /** Small and its own: a flood of callbacks takes no connection from requests. */
  readonly pool: Pool;
  readonly secrets: AccountSecrets | undefined;
  readonly nowMs: () => number;
}

type Kept = Pick<
  AcquirerAccount,
  "id" | "merchant_id" | "livemode" | "provider" | "settings" | "secrets" | "version"
>;

interface Entry {
  readonly verify: VerifyCallbacks | null;
  readonly until: number;
}

/** A changed secret holds after this long, in every process. */
const KNOWN_MS = 3_000;
/** Of an account that there is not. */
const UNKNOWN_MS = 10_000;
const ENTRIES_MAX = 2_000;
/** A known account that cannot be looked up again goes on with what was known of it for so long. */
const STALE_MS = 30_000;
/** Looked up at once: of accounts that are known, and as many of others; more are to come again. */
const ASKING_MAX = 64;

/** The verifiers of accounts. Errors: the driver's, and too many look-ups at once. */
export function createVerifiers({ pool, secrets, nowMs }: VerifiersDeps): FindVerifier {
  return rememberedVerifiers(async (acquirer, id) => {
    const [account] = await query<Kept>(pool, {
      name: "gateway_acquirer_account",
      text: `select id, merchant_id, livemode, provider, settings, secrets, version
               from gateway.acquirer_accounts where id = $1 and provider = $2`,
      values: [id, acquirer],
    });
    return account === undefined || secrets === undefined ? null : verifierOf(secrets, account);
  }, nowMs);
}

/**
 * Verifiers, remembered for a moment. A made-up account costs one look-up. Those that are remembered and looked up
 * have a bound of their own, apart from real accounts.
 */
export function rememberedVerifiers(look: FindVerifier, nowMs: () => number): FindVerifier {
  const known = bounded();
  const unknown = bounded();
  const askingKnown = new Map<string, Promise<VerifyCallbacks | null>>();
  const askingUnknown = new Map<string, Promise<VerifyCallbacks | null>>();

  async function learn(acquirer: string, id: string): Promise<VerifyCallbacks | null> {
    const verify = await look(acquirer, id);
    const entries = verify === null ? unknown : known;
    entries.set(`${acquirer} ${id}`, { verify, until: nowMs() + (verify === null ? UNKNOWN_MS : KNOWN_MS) });
    return verify;
  }

  return async (acquirer, id) => {
    if (!isId("acquirer_account", id) || accountAcquirer(acquirer) === undefined) return null;
    const key = `${acquirer} ${id}`;
    const before = known.get(key);
    const entry = before ?? unknown.get(key);
    if (entry !== undefined && nowMs() < entry.until) return entry.verify;
    const asking = before === undefined ? askingUnknown : askingKnown;
    const running = asking.get(key);
    if (running !== undefined) return running;
    const stale = before !== undefined && nowMs() < before.until + STALE_MS ? before : undefined;
    if (asking.size >= ASKING_MAX) {
      if (stale !== undefined) return stale.verify;
      throw new Error("too many accounts are looked up for callbacks");
    }
    const begun = learn(acquirer, id)
      .catch((error: unknown) => {
        if (stale === undefined) throw error;
        return stale.verify;
      })
      .finally(() => asking.delete(key));
    asking.set(key, begun);
    return begun;
  };
}

function verifierOf(secrets: AccountSecrets, account: Kept): VerifyCallbacks | null {
  const acquirer = accountAcquirer(account.provider);
  if (acquirer === undefined) return null;
  return acquirer.createCallbackVerifier({ ...account.settings, ...secrets.open(account) }, account.livemode);
}

/** The oldest goes first. */
function bounded() {
  const entries = new Map<string, Entry>();
  return {
    get: (key: string) => entries.get(key),
    set(key: string, entry: Entry): void {
      entries.delete(key);
      const oldest = entries.size >= ENTRIES_MAX ? entries.keys().next() : undefined;
      if (oldest?.done === false) entries.delete(oldest.value);
      entries.set(key, entry);
    },
  };
}

export const verifiersOf = (
  { ACQUIRER_SECRET_KEYS: ring }: Pick<GatewayConfig, "ACQUIRER_SECRET_KEYS">,
  { callbacks: pool }: { readonly callbacks: Pool },
): FindVerifier =>
  createVerifiers({
    pool,
    secrets: ring === undefined ? undefined : createAccountSecrets(ring),
    nowMs: () => performance.now(),
  });
