import {
  createOneObject,
  createProcesses,
  createStepScheduler,
  type Beginning,
  type ModelTransfers,
  type MovingTime,
  type Processes,
  type Sql,
  type StepScheduler,
  type TransferPlan,
} from "@flowlix/testkit";
import type { PayoutsDeps } from "../../../src/deps.ts";
import type { DrawnAccount } from "../../../../../libs/engine/test/support/drawn-accounts.ts";
import { createPayoutParties, type PayoutParties } from "./payout-parties.ts";
import { startProcess, type PayoutProcess } from "./payout-process.ts";
import { watchMoney, type Known } from "./payout-rules.ts";

interface Parts {
  readonly id: string;
  /** One of its own, so that its totals are this world's. */
  readonly merchantId: string;
  readonly plan: TransferPlan;
  /** Of the merchant; where there is none, the installation's own acquirer is the only one. */
  readonly accounts: readonly DrawnAccount[];
  readonly deps: PayoutsDeps;
  readonly fold: () => Promise<number>;
  readonly database: Sql;
  readonly time: MovingTime;
}

/** One Payout, the acquirers that can send it, and the processes that own it. */
export interface PayoutWorld
  extends Parts, Pick<Processes<PayoutProcess, Start>, "together" | "hasStopped" | "goOn"> {
  readonly parties: PayoutParties;
  /** All of them as one. */
  readonly acquirer: ModelTransfers;
  readonly scheduler: StepScheduler;
  readonly known: Known;
  /** The process that takes requests now. */
  process(): PayoutProcess;
  /** Stops that one before the step that follows so many more. */
  stopAt(stop: { readonly steps: number }): void;
  pass(ms: number): Promise<void>;
  end(): Promise<void>;
}

/** What is done, from its first turn on. */
export type Task = (start: Start) => Promise<unknown>;

/** How it was when a task's first turn came. */
export interface Start extends Beginning {
  readonly process: PayoutProcess;
}

export function createPayoutWorld(parts: Parts): PayoutWorld {
  const { id, database, time, plan, deps, merchantId, accounts } = parts;
  const scheduler = createStepScheduler();
  const object = createOneObject({ id, table: "payouts.payouts", database, time, scheduler });
  const parties = createPayoutParties(plan, merchantId, accounts);
  const { acquirer } = parties;
  const known: Known = { ends: new Set(), isPromiseBroken: false, submission: null, status: null };
  const verifier = watchMoney({ id, parties, database, known });
  const processes = createProcesses({
    scheduler,
    start: () => startProcess({ deps, parties, scheduler, verifier }),
    startOf: async (process): Promise<Start> => ({ process, ...(await object.beginning()) }),
  });

  return {
    ...parts,
    ...processes,
    parties,
    acquirer,
    scheduler,
    known,
    process: () => processes.current(),
    stopAt: ({ steps }) => processes.current().stopAfter(steps),
    pass: object.pass,
    async end() {
      await processes.end();
      await object.leave();
    },
  };
}
