import type { AcquirerAccount } from "@flowlix/contracts";
import { SCOPE, type ChargedAt } from "@flowlix/payments/testing";
import type { RefundAdapter } from "@flowlix/provider";
import {
  changeAccount,
  drawnAccount,
  nameOfDrawn,
  type AccountChange,
  type DrawnAccount,
} from "../../../../../libs/engine/test/support/drawn-accounts.ts";
import {
  createModelAcquirer,
  createModelMessages,
  type BookOfRefunds,
  type ModelAcquirer,
  type Plan,
} from "./model-acquirer.ts";

/** The accounts of a Payment's merchant, and which of them has charged it. */
export interface DrawnAccounts {
  readonly accounts: readonly DrawnAccount[];
  readonly charged: number;
  /** Another one had executed nothing, so that it was the Payment's second order. */
  readonly isSecond: boolean;
}

/** Where a Refund could be sent, each with its own book. */
export interface RefundParty extends BookOfRefunds {
  readonly adapter: RefundAdapter;
  /** A merchant's account there; null for the installation's own acquirer. */
  readonly account: AcquirerAccount | null;
}

export interface RefundParties {
  readonly all: readonly RefundParty[];
  /** The books of all of them as one. */
  readonly acquirer: ModelAcquirer;
  /** Changes one of the accounts, if there is one. */
  change(index: number, change: AccountChange): void;
  mend(): void;
}

/** Where the Payment of these accounts was charged; null for the installation's own acquirer. */
export function chargedAt(drawn: DrawnAccounts | null): ChargedAt | null {
  if (drawn === null) return null;
  const count = drawn.accounts.length;
  const index = drawn.charged % count;
  const at = nameOfDrawn(index);
  const first = nameOfDrawn((index + 1) % count);
  const tried = { provider: first.provider, account: first.id, cause: "unreachable" };
  return {
    provider: at.provider,
    provider_account: at.id,
    card_attempt: drawn.isSecond ? 2 : null,
    route: drawn.isSecond ? JSON.stringify({ chosen: at.id, candidates: [], instead_of: tried }) : null,
  };
}

interface Parts {
  readonly planOf: (reference: string) => Plan;
  readonly drawn: DrawnAccounts | null;
}

export function createRefundParties({ planOf, drawn }: Parts): RefundParties {
  const messages = createModelMessages();
  const accounts = (drawn?.accounts ?? []).map((one, index) => accountParty(one, index));
  const own = createModelAcquirer({ planOf, messages, account: null });
  const all: readonly RefundParty[] = [{ ...own, account: null }, ...accounts.map(({ party }) => party)];

  function accountParty(one: DrawnAccount, index: number) {
    const account = drawnAccount(one, index, SCOPE.merchant_id);
    const book = createModelAcquirer({ planOf, messages, account });
    let isUnreachable = false;
    const party: RefundParty = {
      ...book,
      account,
      adapter: unreachableWhere(() => isUnreachable, book.adapter),
    };
    return {
      party,
      change(change: AccountChange): void {
        if (change === "unreachable" || change === "well") isUnreachable = change === "unreachable";
        else changeAccount(account, change);
      },
    };
  }

  const sumOf = (what: "executed" | "committed"): number =>
    all.reduce((sum, party) => sum + party[what](), 0);
  return {
    all,
    acquirer: {
      ...messages,
      settle() {
        for (const party of all) party.settle();
      },
      executed: () => sumOf("executed"),
      committed: () => sumOf("committed"),
      stateOf: (reference) =>
        all.map((party) => party.stateOf(reference)).find((state) => state !== undefined),
    },
    change: (index, change) => accounts[index % Math.max(accounts.length, 1)]?.change(change),
    mend() {
      messages.mend();
      for (const one of accounts) one.change("well");
    },
  };
}

const UNREACHABLE = {
  outcome: { kind: "not_executed", cause: "unreachable" },
  providerAtFault: true,
} as const;
const LOST = { outcome: { kind: "unknown", cause: "lost" }, providerAtFault: true } as const;

const unreachableWhere = (isUnreachable: () => boolean, adapter: RefundAdapter): RefundAdapter => ({
  submit: async (order, call) => (isUnreachable() ? UNREACHABLE : adapter.submit(order, call)),
  read: async (order, call, evidence) => (isUnreachable() ? LOST : adapter.read(order, call, evidence)),
  close: async (order, call, evidence) => (isUnreachable() ? LOST : adapter.close(order, call, evidence)),
});
