import { createStepTurns, type MovingTime, type Sql, type StepTurns } from "@flowlix/testkit";
import type { PaymentsDeps } from "../../../src/deps.ts";
import { createFaults, createFaultyAdapter, type Faults } from "./faulty-adapter.ts";
import { createModelAcquirer, type ModelAcquirer, type Plan } from "./model-acquirer.ts";
import { watchMoney, type Known } from "./money-rules.ts";
import { startProcess, type MortalProcess } from "./mortal-process.ts";

interface Parts {
  readonly id: string;
  readonly plan: Plan;
  /** Whether the acquirer can register and authorise in one call. */
  readonly inOneCall: boolean;
  readonly deps: PaymentsDeps;
  readonly database: Sql;
  readonly time: MovingTime;
}

/** One Payment, the acquirer it is charged at, and the process that owns it. */
export interface PaymentWorld extends Parts {
  readonly acquirer: ModelAcquirer;
  readonly faults: Faults;
  readonly turns: StepTurns;
  readonly known: Known;
  /** The process of now; another one after a crash. */
  process(): MortalProcess;
  /** Runs tasks at once, a step at a time. Those of a process that dies end with it. */
  together(tasks: readonly (() => Promise<unknown>)[], choose: (among: number) => number): Promise<void>;
  /** How it was when the tasks of now began. */
  began(): Beginning;
  pass(ms: number): Promise<void>;
  end(): Promise<void>;
}

interface Beginning {
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
  const known: Known = { ends: new Set(), isReleased: false, isPromiseBroken: false };
  const surroundings = {
    deps: parts.deps,
    adapter: createFaultyAdapter({ acquirer, faults, inOneCall }),
    lateAdapter: createFaultyAdapter({ acquirer, faults: { ...faults, take: () => "late" }, inOneCall }),
    turns,
    witness: watchMoney({ id, acquirer, database, known }),
  };
  const processes = [startProcess(surroundings)];
  const current = () => processes.at(-1) ?? startProcess(surroundings);
  let beginning: Beginning = { nowMs: 0, hadRow: false };

  return {
    ...parts,
    acquirer,
    faults,
    turns,
    known,
    process: current,
    began: () => beginning,
    async together(tasks, choose) {
      beginning = await beginningOf(database, id);
      const process = current();
      const failed: unknown[] = [];
      const ended = tasks
        .map((task) => task().catch((error: unknown) => failed.push(error)))
        .map((task) => Promise.race([task, process.died]));
      await turns.drive(ended, choose);
      if (process.isDead()) processes.push(startProcess(surroundings));
      if (failed.length > 0) throw failed[0];
    },
    async pass(ms) {
      turns.trace.push(`(${ms} ms pass)`);
      await time.pass(ms);
    },
    async end() {
      for (const process of processes) await process.end();
      // What this world left due is no other's business; what is open is always due at some time.
      await database.sql(
        "update payments.payments set next_look_at = '2099-01-01' where id = $1 and next_look_at is not null",
        [id],
      );
      await time.reset();
    },
  };
}

async function beginningOf(database: Sql, id: string): Promise<Beginning> {
  const [now] = await database.sql(
    `select floor(extract(epoch from platform.clock()) * 1000)::float8 as ms,
            exists (select from payments.payments where id = $1) as there`,
    [id],
  );
  return { nowMs: Number(now?.["ms"]), hadRow: now?.["there"] === true };
}
