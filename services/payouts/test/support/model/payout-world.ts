import {
  createModelTransfers,
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
import { startProcess, type PayoutProcess } from "./payout-process.ts";
import { watchMoney, type Known } from "./payout-rules.ts";

interface Parts {
  readonly id: string;
  /** One of its own, so that its totals are this world's. */
  readonly merchantId: string;
  readonly plan: TransferPlan;
  readonly deps: PayoutsDeps;
  readonly fold: () => Promise<number>;
  readonly database: Sql;
  readonly time: MovingTime;
}

/** One Payout, the acquirer that sends it, and the processes that own it. */
export interface PayoutWorld
  extends Parts, Pick<Processes<PayoutProcess, Start>, "together" | "hasStopped" | "goOn"> {
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
  const { id, database, time, plan, deps } = parts;
  const scheduler = createStepScheduler();
  const object = createOneObject({ id, table: "payouts.payouts", database, time, scheduler });
  const acquirer = createModelTransfers(() => plan);
  const known: Known = { ends: new Set(), isPromiseBroken: false, submission: null, status: null };
  const verifier = watchMoney({ id, acquirer, database, known });
  const processes = createProcesses({
    scheduler,
    start: () => startProcess({ deps, acquirer, scheduler, verifier }),
    startOf: async (process): Promise<Start> => ({ process, ...(await object.beginning()) }),
  });

  return {
    ...parts,
    ...processes,
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
