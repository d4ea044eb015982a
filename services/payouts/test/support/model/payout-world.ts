import {
  createModelTransfers,
  createStepTurns,
  type ModelTransfers,
  type MovingTime,
  type Sql,
  type StepTurns,
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

/** One Payout, the acquirer that sends it, and the process that owns it. */
export interface PayoutWorld extends Parts {
  readonly acquirer: ModelTransfers;
  readonly turns: StepTurns;
  readonly known: Known;
  /** The process of now; another one after a crash. */
  process(): PayoutProcess;
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
  readonly hadRow: boolean;
}

export function createPayoutWorld(parts: Parts): PayoutWorld {
  const { id, database, time, plan, deps } = parts;
  const turns = createStepTurns();
  const acquirer = createModelTransfers(() => plan);
  const known: Known = { ends: new Set(), isPromiseBroken: false, submission: null };
  const witness = watchMoney({ id, acquirer, database, known });
  const start = () => startProcess({ deps, acquirer, turns, witness });
  const processes = [start()];
  const current = () => processes.at(-1) ?? start();
  let beginning: Beginning = { nowMs: 0, hadRow: false };

  return {
    ...parts,
    acquirer,
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
      if (process.isDead()) processes.push(start());
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
        "update payouts.payouts set next_look_at = '2099-01-01' where id = $1 and next_look_at is not null",
        [id],
      );
      await time.reset();
    },
  };
}

async function beginningOf(database: Sql, id: string): Promise<Beginning> {
  const [now] = await database.sql(
    `select floor(extract(epoch from platform.clock()) * 1000)::float8 as ms,
            exists (select from payouts.payouts where id = $1) as there`,
    [id],
  );
  return { nowMs: Number(now?.["ms"]), hadRow: now?.["there"] === true };
}
