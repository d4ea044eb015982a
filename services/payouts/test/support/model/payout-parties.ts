import type { AcquirerAccount } from "@flowlix/contracts";
import { createModelTransfers, type ModelTransfers, type TransferPlan } from "@flowlix/testkit";
import {
  changeAccount,
  drawnAccount,
  type AccountChange,
  type ChangingAccount,
  type DrawnAccount,
} from "../../../../../libs/engine/test/support/drawn-accounts.ts";

/** Where a Payout can go, each with its own book. */
export interface PayoutParty {
  readonly acquirer: ModelTransfers;
  /** A merchant's account there; null for the installation's own acquirer. */
  readonly account: AcquirerAccount | null;
}

export interface PayoutParties {
  readonly all: readonly PayoutParty[];
  /** All of them as one: a Payout is at one of them alone, which `watchMoney` sees to. */
  readonly acquirer: ModelTransfers;
  /** Changes one of the accounts, if there is one. */
  change(index: number, change: AccountChange): void;
  mend(): void;
}

/** Of a merchant; where there is no account, the installation's own acquirer is the only one. */
export function createPayoutParties(
  plan: TransferPlan,
  merchantId: string,
  drawn: readonly DrawnAccount[],
): PayoutParties {
  const accounts = drawn.map((one, index) => partyOf(plan, drawnAccount(one, index, merchantId)));
  const all: readonly PayoutParty[] = [
    { acquirer: createModelTransfers(() => plan), account: null },
    ...accounts.map(({ party }) => party),
  ];
  return {
    all,
    acquirer: joined(all.map(({ acquirer }) => acquirer)),
    change: (index, change) => accounts[index % Math.max(accounts.length, 1)]?.change(change),
    mend() {
      for (const { acquirer } of all) acquirer.mend();
      for (const one of accounts) one.change("well");
    },
  };
}

const UNREACHABLE = {
  outcome: { kind: "not_executed", cause: "unreachable" },
  providerAtFault: true,
} as const;
const LOST = { outcome: { kind: "unknown", cause: "lost" }, providerAtFault: true } as const;

function partyOf(plan: TransferPlan, account: ChangingAccount) {
  const transfers = createModelTransfers(() => plan);
  let isUnreachable = false;
  const acquirer: ModelTransfers = {
    ...transfers,
    submit: (order, isGivenUp) => (isUnreachable ? UNREACHABLE : transfers.submit(order, isGivenUp)),
    read: (order, isGivenUp) => (isUnreachable ? LOST : transfers.read(order, isGivenUp)),
    close: (order, isGivenUp) => (isUnreachable ? LOST : transfers.close(order, isGivenUp)),
  };
  const party: PayoutParty = { acquirer, account };
  return {
    party,
    change(change: AccountChange): void {
      if (change === "unreachable" || change === "well") isUnreachable = change === "unreachable";
      else changeAccount(account, change);
    },
  };
}

function joined(all: readonly ModelTransfers[]): ModelTransfers {
  const having = (reference: string): ModelTransfers => {
    const found = all.find((one) => one.stateOf(reference) !== undefined) ?? all[0];
    if (found === undefined) throw new Error("no acquirer at all");
    return found;
  };
  return {
    get book() {
      return new Map(all.flatMap(({ book }) => [...book]));
    },
    get callbacks() {
      return all.flatMap(({ callbacks }) => callbacks);
    },
    get underWay() {
      return all.flatMap(({ underWay }) => underWay);
    },
    stateOf: (reference) => having(reference).stateOf(reference),
    arrive(index) {
      const waiting = all.filter(({ underWay }) => underWay.length > 0);
      waiting[index % Math.max(waiting.length, 1)]?.arrive(index);
    },
    // The next call meets it, at any account.
    fault(call, fault) {
      for (const one of all) one.fault(call, fault);
    },
    mend() {
      for (const one of all) one.mend();
    },
    settle() {
      for (const one of all) one.settle();
    },
    wasDenied: (reference) => all.some((one) => one.wasDenied(reference)),
    misbehave: (reference) => having(reference).misbehave(reference),
    submit: (order, isGivenUp) => having(order.reference).submit(order, isGivenUp),
    read: (order, isGivenUp) => having(order.reference).read(order, isGivenUp),
    close: (order, isGivenUp) => having(order.reference).close(order, isGivenUp),
  };
}
