import type { AcquirerAccount, RouteReason, TriedAccount } from "@flowlix/contracts";
import { chooseAccount, type Candidate, type RouteQuestion } from "./choose-account.ts";
import { noRouteOf, type NoRoute } from "./no-route.ts";

/** Where a new object goes, as its row keeps it. */
export interface Routed<P> {
  readonly port: P;
  readonly provider: string;
  /** Null for the installation's own acquirer. */
  readonly provider_account: string | null;
  /** Short JSON: what was considered; null where there was nothing to choose. */
  readonly route: string | null;
}

/** Null where the mode has no acquirer at all. */
export type Route<P> = Routed<P> | NoRoute | null;

/** The acquirer of a route, where there is one. */
export const portOf = <P>(route: Route<P>): P | null =>
  route === null || "refused" in route ? null : route.port;

interface Ports<P> {
  readonly ofMode: (livemode: boolean) => P | null;
  readonly accounts: (merchantId: string, livemode: boolean) => readonly AcquirerAccount[];
  /** Null where an account cannot be used. */
  readonly capabilitiesOf: (account: AcquirerAccount) => Candidate["capabilities"];
  /** The port that is there already; null where there is none. */
  readonly existing: (account: AcquirerAccount) => P | null;
  /** Throws where an account cannot be used. */
  readonly portOf: (account: AcquirerAccount) => P;
}

/**
 * Where a new object goes. A merchant without an account in the mode has the installation's own acquirer, or nobody:
 * null. Accounts that are all disabled are no accounts. `isOpen`: whether submissions of this kind are refused now.
 */
export function routeOf<P extends { readonly name: string }>(
  ports: Ports<P>,
  asked: RouteQuestion,
  isOpen: (port: P) => boolean,
): Route<P> {
  const all = ports.accounts(asked.merchantId, asked.livemode);
  if (!all.some(({ status }) => status === "active")) {
    const own = ports.ofMode(asked.livemode);
    return own === null ? null : { port: own, provider: own.name, provider_account: null, route: null };
  }
  const choice = chooseAccount(candidatesOf(ports, all, isOpen), asked);
  if (choice.account !== null) {
    const route = routed(ports, choice.account, choice.reason);
    if (route !== null) return route;
  }
  return noRouteOf(choice.reason, all, asked);
}

/**
 * Where an object goes after the account that it was sent to has executed nothing: another account that takes it and
 * has a closed circuit breaker; null where there is none (docs/decisions/0105-a-second-account.md).
 */
export function rerouteOf<P extends { readonly name: string }>(
  ports: Omit<Ports<P>, "ofMode">,
  asked: RouteQuestion,
  isOpen: (port: P) => boolean,
  tried: TriedAccount,
): Routed<P> | null {
  const all = ports.accounts(asked.merchantId, asked.livemode);
  const { account, reason } = chooseAccount(candidatesOf(ports, all, isOpen), asked, tried);
  return account === null ? null : routed(ports, account, reason);
}

/** The first account of an object that went to a second one, as its row keeps it; null for any other object. */
export function insteadOf(route: string | null): TriedAccount | null {
  if (route === null || !route.includes('"instead_of"')) return null;
  const reason: RouteReason = JSON.parse(route);
  return reason.instead_of ?? null;
}

const candidatesOf = <P>(
  { capabilitiesOf, existing }: Pick<Ports<P>, "capabilitiesOf" | "existing">,
  all: readonly AcquirerAccount[],
  isOpen: (port: P) => boolean,
): Candidate[] =>
  all.map((account): Candidate => {
    const isActive = account.status === "active";
    const port = isActive ? existing(account) : null;
    return {
      account,
      capabilities: isActive ? capabilitiesOf(account) : null,
      isOpen: port !== null && isOpen(port),
    };
  });

/** A port is made for the account that is chosen, and for none that is only considered. */
function routed<P>(
  { portOf: make }: Pick<Ports<P>, "portOf">,
  account: AcquirerAccount,
  reason: RouteReason,
): Routed<P> | null {
  const port = usable(make, account);
  if (port === null) return null;
  return {
    port,
    provider: account.provider,
    provider_account: account.id,
    route: JSON.stringify(reason),
  };
}

function usable<P>(make: (account: AcquirerAccount) => P, account: AcquirerAccount): P | null {
  try {
    return make(account);
  } catch {
    return null;
  }
}
