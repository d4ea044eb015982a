import type { AcquirerAccount } from "@flowlix/contracts";
import { orderNamed } from "@flowlix/provider";
import {
  ACCOUNT_CHANGES,
  changeAccount,
  drawnAccount,
  type DrawnAccount,
} from "../../../../../libs/engine/test/support/drawn-accounts.ts";
import type { Faults, ModelFault } from "./faulty-adapter.ts";
import { createModelAcquirer, type ModelAcquirer, type ModelOrder, type Plans } from "./model-acquirer.ts";

/** What may happen to an account and to the way there; that nobody reaches it comes twice as often. */
export const PARTY_CHANGES = [...ACCOUNT_CHANGES, "unreachable", "breaker open"] as const;
type PartyChange = (typeof PARTY_CHANGES)[number];

/** Where a Payment can go: an account of its merchant, or the installation's own acquirer. Each has its own book. */
export interface ModelParty {
  readonly acquirer: ModelAcquirer;
  /** What goes wrong on the way there. */
  readonly faults: Faults;
  /** Null for the installation's own acquirer. */
  readonly account: AcquirerAccount | null;
  /** Whether submissions there are refused. */
  readonly isOpen: () => boolean;
}

/** All of them, as one world of acquirers. */
export interface ModelParties {
  readonly all: readonly ModelParty[];
  /** Their books together. A write goes to the party that has the order. */
  readonly acquirer: ModelAcquirer;
  /** Changes one of the accounts, if there is one. */
  change(index: number, change: PartyChange): void;
  /** Everything can be reached again. */
  mend(): void;
}

interface Parts {
  readonly plans: Plans;
  readonly oursToFinish: boolean;
  readonly accounts: readonly DrawnAccount[];
  readonly merchantId: string;
  /** Of the next calls, at any account. */
  readonly faults: Faults;
}

export function createModelParties({
  plans,
  oursToFinish,
  accounts,
  merchantId,
  faults,
}: Parts): ModelParties {
  const own = createModelAcquirer(plans, oursToFinish);
  const drawn = accounts.map((account, index) => accountParty(account, index));
  const all: readonly ModelParty[] = [
    { acquirer: own, faults, account: null, isOpen: () => false },
    ...drawn.map(({ party }) => party),
  ];

  function accountParty(one: DrawnAccount, index: number) {
    const account = drawnAccount(one, index, merchantId);
    let trouble: ModelFault | null = null;
    const party: ModelParty = {
      account,
      acquirer: createModelAcquirer(plans, oursToFinish, account),
      faults: { ...faults, take: (operation) => trouble ?? faults.take(operation) },
      isOpen: () => trouble === "unavailable",
    };
    return {
      party,
      change(change: PartyChange): void {
        switch (change) {
          case "unreachable":
            return void (trouble = "unreachable");
          case "breaker open":
            return void (trouble = "unavailable");
          case "well":
            return void (trouble = null);
          default:
            return changeAccount(account, change);
        }
      },
    };
  }

  return {
    all,
    acquirer: accounts.length === 0 ? own : joined(all.map(({ acquirer }) => acquirer)),
    change: (index, change) => drawn[index % Math.max(drawn.length, 1)]?.change(change),
    mend() {
      faults.clear();
      for (const one of drawn) one.change("well");
    },
  };
}

/** Several books seen as one. An order that stands in two of them is what `watchMoney` looks for. */
function joined(all: readonly ModelAcquirer[]): ModelAcquirer {
  const having = (reference: string): ModelAcquirer => {
    const found = all.find(({ orders }) => orders.has(reference)) ?? all[0];
    if (found === undefined) throw new Error("no acquirer at all");
    return found;
  };
  const inOrder = (orders: readonly (readonly [string, ModelOrder])[]) =>
    orders.toSorted(([one], [other]) => orderNamed(one).attempt - orderNamed(other).attempt);
  return {
    get orders() {
      return new Map(inOrder(all.flatMap(({ orders }) => [...orders])));
    },
    get broken() {
      return new Set(all.flatMap(({ broken }) => [...broken]));
    },
    get book() {
      const sums = new Map<string, number>();
      for (const [reference, times] of all.flatMap(({ book }) => [...book]))
        sums.set(reference, (sums.get(reference) ?? 0) + times);
      return sums;
    },
    get callbacks() {
      return all.flatMap(({ callbacks }) => callbacks);
    },
    get underWay() {
      return all.flatMap(({ underWay }) => underWay);
    },
    arrive(index) {
      const waiting = all.filter(({ underWay }) => underWay.length > 0);
      waiting[index % Math.max(waiting.length, 1)]?.arrive(index);
    },
    arrivedLate: () => all.reduce((sum, acquirer) => sum + acquirer.arrivedLate(), 0),
    register: (order) => having(order.reference).register(order),
    authorise: (reference, card) => having(reference).authorise(reference, card),
    complete: (reference, challenge) => having(reference).complete(reference, challenge),
    close: (order) => having(order.reference).close(order),
    reverse: (reference) => having(reference).reverse(reference),
    answer: (reference) => having(reference).answer(reference),
    payer: (reference, action) => having(reference).payer(reference, action),
    settle: (reference) => having(reference).settle(reference),
    misbehave: (reference) => having(reference).misbehave(reference),
  };
}
