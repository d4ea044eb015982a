import type { AcquirerAccount } from "@flowlix/contracts";

/** What is made for an account and has to be ended. */
interface Ending {
  /** Whether none of its calls is under way. */
  isIdle(): boolean;
  shutdown(): Promise<void>;
}

export interface AccountProviders<P> {
  /** The account's provider port, made at its first use; another one once the account was changed. */
  of(account: AcquirerAccount): P;
  /** The one that was made of this copy of the account; null where there is none. It counts as no use. */
  existing(account: AcquirerAccount): P | null;
  /** Those that are in use. */
  all(): readonly P[];
  /** The same, by the id of the account. */
  inUse(): ReadonlyMap<string, P>;
  /** Ends what nobody used for a while, and what a changed account has replaced. */
  sweep(): Promise<void>;
  shutdown(): Promise<void>;
}

interface Made<P> {
  readonly provider: P;
  /** Of the copy, and not its version: after a restored backup the same version comes again with other content. */
  readonly change: number;
  usedAt: number;
}

/** Of a process: with their connections, all acquirer accounts have a bound (docs/design/architecture.md#rule-12). */
export const PROVIDERS_MAX = 64;
/**
 * Of those that were replaced or had to make room; beyond, the first of them that is idle ends. Those in use are more.
 */
export const RETIRED_MAX = 64;
/** Longer than a request: who was handed one makes its calls by then, or has one under way. */
export const HANDED_MS = 30_000;
/** Longer than a request, and than a status sync: who has one at hand has done with it. */
export const RETIRED_MS = 60_000;
export const IDLE_MS = 600_000;

/**
 * The provider ports of accounts, one for each, so that connections and circuit breakers are the account's own. At most
 * `PROVIDERS_MAX`: beyond, the one unused for longest is ended. `create` throws where the account cannot be used.
 */
export function createAccountProviders<P extends Ending>(
  create: (account: AcquirerAccount) => P,
  nowMs: () => number = () => performance.now(),
): AccountProviders<P> {
  // In the order of their last use.
  const inUse = new Map<string, Made<P>>();
  const retired = new Set<Made<P>>();

  function retire(id: string, made: Made<P>): void {
    inUse.delete(id);
    retired.add(made);
    if (retired.size <= RETIRED_MAX) return;
    const idle = [...retired].find((one) => isUnusedFor(one, HANDED_MS));
    if (idle !== undefined) void end(idle).catch(() => undefined);
  }

  /** One that is ended while in use would answer that what its user still wants sent was not executed. */
  const isUnusedFor = ({ provider, usedAt }: Made<P>, ms: number) =>
    nowMs() - usedAt > ms && provider.isIdle();

  async function end(made: Made<P>): Promise<void> {
    retired.delete(made);
    await made.provider.shutdown();
  }

  function make(account: AcquirerAccount): Made<P> {
    const before = inUse.get(account.id);
    if (before?.change === account.change) return before;
    const made = { provider: create(account), change: account.change, usedAt: nowMs() };
    if (before !== undefined) retire(account.id, before);
    for (const [id, oldest] of inUse) {
      if (inUse.size < PROVIDERS_MAX) break;
      retire(id, oldest);
    }
    return made;
  }

  return {
    of(account) {
      const made = make(account);
      made.usedAt = nowMs();
      inUse.delete(account.id);
      inUse.set(account.id, made);
      return made.provider;
    },
    existing(account) {
      const made = inUse.get(account.id);
      return made?.change === account.change ? made.provider : null;
    },
    all: () => [...inUse.values()].map(({ provider }) => provider),
    inUse: () => new Map([...inUse].map(([id, { provider }]) => [id, provider])),
    async sweep() {
      const now = nowMs();
      for (const [id, made] of inUse) if (now - made.usedAt > IDLE_MS) retire(id, made);
      const over = [...retired].filter((one) => isUnusedFor(one, RETIRED_MS));
      await Promise.all(over.map(end));
    },
    async shutdown() {
      for (const [id, made] of inUse) retire(id, made);
      await Promise.all([...retired].map(end));
    },
  };
}
