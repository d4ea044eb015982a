import {
  createOneObject,
  createProcesses,
  createStepScheduler,
  type Beginning,
  type MovingTime,
  type Processes,
  type Sql,
  type StepScheduler,
} from "@flowlix/testkit";
import type { PaymentsDeps } from "../../../src/deps.ts";
import { createFaults, createFaultyAdapter, type Faults } from "./faulty-adapter.ts";
import type { DrawnAccount } from "../../../../../libs/engine/test/support/drawn-accounts.ts";
import { createModelParties, type ModelParties } from "./model-accounts.ts";
import type { ModelAcquirer, Plans } from "./model-acquirer.ts";
import { watchMoney, type Known } from "./money-rules.ts";
import { startProcess, type CrashableProcess } from "./crashable-process.ts";

/** Whose Payments a model's are. */
export const MERCHANT_ID = `mer_${"0".repeat(24)}`;

interface Parts {
  readonly id: string;
  readonly plans: Plans;
  /** Cards that the payer may try. */
  readonly cards: number;
  /** Whether the acquirer can register and authorise in one call. */
  readonly inOneCall: boolean;
  /** Whether the acquirer leaves it to us to finish a challenge that the payer has answered. */
  readonly oursToFinish: boolean;
  /** Of the merchant; where there is none, the installation's own acquirer is the only one. */
  readonly accounts: readonly DrawnAccount[];
  readonly deps: PaymentsDeps;
  readonly database: Sql;
  readonly time: MovingTime;
}

/** One Payment, the acquirers it can be charged at, and the processes that own it. */
export interface PaymentWorld extends Parts, Processes<CrashableProcess, Start> {
  readonly parties: ModelParties;
  /** All of them as one. */
  readonly acquirer: ModelAcquirer;
  readonly faults: Faults;
  readonly scheduler: StepScheduler;
  readonly known: Known;
  /** The process that takes requests now; another one after a crash, and while the last one is stopped. */
  process(): CrashableProcess;
  pass(ms: number): Promise<void>;
  /** The newest order that the acquirer has, by its reference. */
  newest(): string;
  /** One of them. */
  orderAt(index: number): string;
}

/** What is done, from its first turn on. */
export type Task = (start: Start) => Promise<unknown>;

/** How it was when a task's first turn came. */
export interface Start extends Beginning {
  readonly process: CrashableProcess;
}

export function createPaymentWorld(parts: Parts): PaymentWorld {
  const { id, database, time, inOneCall, plans, oursToFinish, accounts } = parts;
  const scheduler = createStepScheduler();
  const object = createOneObject({ id, table: "payments.payments", database, time, scheduler });
  const faults = createFaults();
  const parties = createModelParties({ plans, oursToFinish, accounts, merchantId: MERCHANT_ID, faults });
  const { acquirer } = parties;
  const known: Known = {
    ends: new Set(),
    isReported: false,
    isReleased: false,
    isPromiseBroken: false,
  };
  const surroundings = {
    deps: parts.deps,
    ways: parties.all.map(({ acquirer: there, faults: met, account, isOpen }) => {
      const way = { name: account?.provider ?? "sandbox", acquirer: there, inOneCall, oursToFinish };
      return {
        account,
        isOpen,
        adapter: createFaultyAdapter({ ...way, faults: met }),
        lateAdapter: createFaultyAdapter({ ...way, faults: { ...met, take: () => "late" } }),
      };
    }),
    scheduler,
    verifier: watchMoney({ id, parties, database, known }),
  };
  const processes = createProcesses<CrashableProcess, Start>({
    scheduler,
    start: () => startProcess(surroundings),
    startOf: async (process) => ({ process, ...(await object.beginning()) }),
  });

  return {
    ...parts,
    ...processes,
    parties,
    acquirer,
    faults,
    scheduler,
    known,
    process: () => processes.current(),
    pass: object.pass,
    orderAt: (index) => [...acquirer.orders.keys()][index % Math.max(acquirer.orders.size, 1)] ?? id,
    newest: () => [...acquirer.orders.keys()].at(-1) ?? id,
    async end() {
      await processes.end();
      await object.leave();
    },
  };
}
