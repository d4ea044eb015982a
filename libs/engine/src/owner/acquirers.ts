import type { AcquirerAccount, TriedAccount } from "@flowlix/contracts";
import type { Capabilities, Provider } from "@flowlix/provider";
import type { RouteQuestion } from "../routing/choose-account.ts";
import { rerouteOf, routeOf, type Route, type Routed } from "../routing/route.ts";

/** Where an object went, as its row names it: the acquirer, and the account there. */
export interface ObjectsAcquirer {
  readonly provider: string;
  /** Null or absent for the installation's own acquirer of that name. */
  readonly provider_account?: string | null | undefined;
}

/** The acquirers that an owner calls, each with circuit breakers of its own; `P` is what the owner calls of one. */
export interface Acquirers<P extends Pick<Provider, "name" | "livemode"> = Provider> {
  /** Those in use: the installation's, and the accounts that were called lately. */
  readonly all: () => readonly P[];
  /** The same, as rows name them. */
  inUse(): readonly InUse<P>[];
  /** The installation's own of a mode; null where none has that mode. */
  ofMode(livemode: boolean): P | null;
  /**
   * Where an object went, by the names in its row. Throws where this process does not have that acquirer: another one
   * would answer that it does not know the object, which ends what may have moved money.
   */
  of(row: ObjectsAcquirer): P;
  /**
   * Where a new object goes, decided before its row is inserted. `isOpen`: whether submissions of its kind are refused
   * by an acquirer now.
   */
  route(asked: RouteQuestion, isOpen: (port: P) => boolean): Route<P>;
  /** Where an object goes instead, after an account has executed nothing of it; null where nobody else takes it. */
  reroute(asked: RouteQuestion, isOpen: (port: P) => boolean, tried: TriedAccount): Routed<P> | null;
}

export interface InUse<P> {
  readonly provider: string;
  /** Null for the installation's own acquirer of that name. */
  readonly provider_account: string | null;
  readonly port: P;
}

/** An account's provider port; throws where there is none of that id at that acquirer, or it cannot be used here. */
export interface AccountAcquirers<P> {
  of(name: string, accountId: string): P;
  all(): readonly P[];
  /** Those that were called lately, by the account's id. */
  inUse(): ReadonlyMap<string, P>;
  /** A merchant's accounts of a mode. */
  accounts(merchantId: string, livemode: boolean): readonly AcquirerAccount[];
  /** What the account's acquirer can do; null where it cannot be used here. No port is made for that. */
  capabilitiesOf(account: AcquirerAccount): Capabilities | null;
  /** The port that is there already; null where there is none. */
  existing(account: AcquirerAccount): P | null;
  /** Throws where the account cannot be used here. */
  portOf(account: AcquirerAccount): P;
}

const NO_ACCOUNTS: AccountAcquirers<never> = {
  of: (name, accountId) => {
    throw new Error(`this process has no account "${accountId}" at "${name}"`);
  },
  all: () => [],
  inUse: () => new Map<string, never>(),
  accounts: () => [],
  capabilitiesOf: () => null,
  existing: () => null,
  portOf: ({ id, provider }) => {
    throw new Error(`this process has no account "${id}" at "${provider}"`);
  },
};

export function acquirersOf<P extends Pick<Provider, "name" | "livemode">>(
  own: readonly P[],
  accounts: AccountAcquirers<P> = NO_ACCOUNTS,
): Acquirers<P> {
  const byName = new Map(own.map((provider) => [provider.name, provider]));
  const ofMode = (livemode: boolean) => own.find((provider) => provider.livemode === livemode) ?? null;
  return {
    all: () => [...own, ...accounts.all()],
    ofMode,
    inUse: () => [
      ...own.map((port) => ({ provider: port.name, provider_account: null, port })),
      ...[...accounts.inUse()].map(([id, port]) => ({
        provider: port.name,
        provider_account: id,
        port,
      })),
    ],
    route: (asked, isOpen) => routeOf({ ofMode, ...accounts }, asked, isOpen),
    reroute: (asked, isOpen, tried) => rerouteOf(accounts, asked, isOpen, tried),
    of: ({ provider: name, provider_account: account = null }) => {
      if (account !== null) return accounts.of(name, account);
      const provider = byName.get(name);
      if (provider === undefined) throw new Error(`this process has no acquirer "${name}"`);
      return provider;
    },
  };
}
