import { createHash } from "node:crypto";
import type { AcquirerAccount, CardBrand, RouteReason, TriedAccount, WhyNotChosen } from "@flowlix/contracts";
import { canTake, type Asked, type Capabilities, type Refusal } from "@flowlix/provider";

/** A new object, as far as it decides where it goes. */
export interface RouteQuestion {
  /** The object's own id: the choice is derived from it, so that a repeat of the step chooses the same. */
  readonly id: string;
  readonly merchantId: string;
  readonly livemode: boolean;
  /** A way of paying, `payout`, or `page`: a hosted page, whose payer has not chosen yet. */
  readonly method: string;
  /** Null where no card is known yet. */
  readonly brand: CardBrand | null;
  /** Canonical code. */
  readonly currency: string;
  /** In minor units. */
  readonly amount: number;
}

/** An account with what decides whether it can take an object. */
export interface Candidate {
  readonly account: AcquirerAccount;
  /** Null where the account cannot be used in this process: no key opens its secrets. */
  readonly capabilities: Capabilities | null;
  /** Whether submissions there are refused now. */
  readonly isOpen: boolean;
}

export interface Choice {
  readonly account: AcquirerAccount | null;
  readonly reason: RouteReason;
}

const LISTED_MAX = 12;

/**
 * Of a merchant's accounts the one for an object: filtered by status, method, brand, currency, amount and what the
 * acquirer can do; those whose circuit breaker is closed before the others; then by weight, derived from the object's
 * id (docs/decisions/0100-routes.md).
 */
export function chooseAccount(
  candidates: readonly Candidate[],
  asked: RouteQuestion,
  tried: TriedAccount | null = null,
): Choice {
  const checked = candidates.map((candidate) => ({
    ...candidate,
    not: candidate.account.id === tried?.account ? ("tried" as const) : whyNot(candidate, asked),
  }));
  const fit = checked.filter(({ not }) => not === null);
  const closed = fit.filter(({ isOpen }) => !isOpen);
  // Nothing is sent a second time to where nobody answers either.
  const account = byWeight(closed.length > 0 || tried !== null ? closed : fit, asked.id);
  const listed = checked.map(({ account: { id, weight }, isOpen, not }) => ({
    account: id,
    weight,
    ...(isOpen ? ({ open: true } as const) : {}),
    ...(not === null ? {} : { not }),
  }));
  return {
    account,
    reason: {
      chosen: account?.id ?? null,
      candidates: listed.slice(0, LISTED_MAX),
      ...(listed.length > LISTED_MAX ? { more: listed.length - LISTED_MAX } : {}),
      ...(tried === null ? {} : { instead_of: tried }),
    },
  };
}

function whyNot({ account, capabilities }: Candidate, asked: RouteQuestion): WhyNotChosen | null {
  const { method, currency, amount } = asked;
  if (account.status !== "active") return "disabled";
  if (!usedFor(account, method)) return "method";
  if (account.currencies !== null && !account.currencies.includes(currency)) return "currency";
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = account.limits[currency] ?? {};
  if (amount < min || amount > max) return "amount";
  if (capabilities === null) return "unusable";
  return whyNotTaken(capabilities, asked);
}

/** A page can be paid by card at least. */
const usedFor = ({ methods }: AcquirerAccount, method: string): boolean =>
  methods === null || methods.some((one) => one === (method === "page" ? "card" : method));

/** A route is chosen before anybody looks at fields: what they lack is said of the account that was chosen. */
const WHY_NOT: Readonly<Record<Refusal["why"], WhyNotChosen>> = {
  method: "method",
  page: "method",
  payouts: "method",
  refunds: "method",
  network: "brand",
  currency: "currency",
  fields: "unusable",
};

const METHODS = ["card", "apple_pay", "google_pay", "page"] as const;
const NETWORKS = ["visa", "mastercard"] as const;

function whyNotTaken(
  capabilities: Capabilities,
  { method, brand, currency }: RouteQuestion,
): WhyNotChosen | null {
  const refusalOf = (what: Asked) => {
    const refusal = canTake(capabilities, what);
    return refusal === null ? null : WHY_NOT[refusal.why];
  };
  if (method === "payout") {
    const network = NETWORKS.find((one) => one === brand);
    return network === undefined ? "brand" : refusalOf({ kind: "payout", network, currency });
  }
  const known = METHODS.find((one) => one === method);
  return known === undefined ? "method" : refusalOf({ kind: "payment", method: known, currency });
}

/**
 * Each account draws a number from object and account, its weight makes it larger, and the largest wins: shares follow
 * the weights, a choice is the same whenever it is repeated, and a changed weight moves no more objects than it must.
 * Those of weight 0 are chosen where there is no other.
 */
function byWeight(fit: readonly Candidate[], id: string): AcquirerAccount | null {
  const weighted = fit.filter(({ account }) => account.weight > 0);
  const drawn = (weighted.length > 0 ? weighted : fit).map(({ account }) => ({
    account,
    score: Math.max(account.weight, 1) / -Math.log(drawOf(id, account.id)),
  }));
  const [best] = drawn.toSorted(
    (one, other) => other.score - one.score || (one.account.id < other.account.id ? -1 : 1),
  );
  return best?.account ?? null;
}

const BITS = 2 ** 48;

/** Between 0 and 1, neither of them. */
const drawOf = (id: string, accountId: string): number =>
  (createHash("sha256").update(`${id} ${accountId}`).digest().readUIntBE(0, 6) + 0.5) / BITS;
