import {
  createProcesses,
  createStepTurns,
  type MovingTime,
  type Processes,
  type Sql,
  type StepTurns,
} from "@flowlix/testkit";
import type { PaymentsDeps } from "../../../src/deps.ts";
import { createFaults, createFaultyAdapter, type Faults } from "./faulty-adapter.ts";
import { createModelAcquirer, type ModelAcquirer, type Plan } from "./model-acquirer.ts";
import { watchMoney, type Known } from "./money-rules.ts";
import { startProcess, type CrashableProcess } from "./crashable-process.ts";

interface Parts {
  readonly id: string;
  readonly plan: Plan;
  /** Whether the acquirer can register and authorise in one call. */
  readonly inOneCall: boolean;
  readonly deps: PaymentsDeps;
  readonly database: Sql;
  readonly time: MovingTime;
}

/** One Payment, the acquirer it is charged at, and the processes that own it. */
export interface PaymentWorld extends Parts, Processes<CrashableProcess, Start> {
  readonly acquirer: ModelAcquirer;
  readonly faults: Faults;
  readonly turns: StepTurns;
  readonly known: Known;
  /** The process that takes requests now; another one after a crash, and while the last one is stopped. */
  process(): CrashableProcess;
  pass(ms: number): Promise<void>;
}

/** What is done, from its first turn on. */
export type Task = (start: Start) => Promise<unknown>;

/** How it was when a task's first turn came. */
export interface Start {
  readonly process: CrashableProcess;
  /** The database's time. */
  readonly nowMs: number;
  /** Whether there was a row. */
  readonly hadRow: boolean;
}

export function createPaymentWorld(parts: Parts): PaymentWorld {
  const { id, database, time, inOneCall } = parts;
  const turns = createStepTurns();
  const acquirer = createModelAcquirer(parts.plan);
  const faults = createFaults();
  const known: Known = {
    ends: new Set(),
    isTold: false,
    isReleased: false,
    isPromiseBroken: false,
  };
  const surroundings = {
    deps: parts.deps,
    adapter: createFaultyAdapter({ acquirer, faults, inOneCall }),
    lateAdapter: createFaultyAdapter({ acquirer, faults: { ...faults, take: () => "late" }, inOneCall }),
    turns,
    verifier: watchMoney({ id, acquirer, database, known }),
  };
  const processes = createProcesses<CrashableProcess, Start>({
    turns,
    start: () => startProcess(surroundings),
    startOf: async (process) => ({ process, ...(await beginningOf(database, id)) }),
  });

  return {
    ...parts,
    ...processes,
    acquirer,
    faults,
    turns,
    known,
    process: () => processes.current(),
    async pass(ms) {
      turns.trace.push(`(${ms} ms pass)`);
      await time.pass(ms);
    },
    async end() {
      await processes.end();
      // What this world left due is no other's business; what is open is always due at some time.
      await database.sql(
        "update payments.payments set next_look_at = '2099-01-01' where id = $1 and next_look_at is not null",
        [id],
      );
      await time.reset();
    },
  };
}

async function beginningOf(database: Sql, id: string): Promise<Omit<Start, "process">> {
  const [now] = await database.sql(
    `select floor(extract(epoch from platform.clock()) * 1000)::float8 as ms,
            exists (select from payments.payments where id = $1) as there`,
    [id],
  );
  return { nowMs: Number(now?.["ms"]), hadRow: now?.["there"] === true };
}
