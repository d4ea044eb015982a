import type { StepScheduler } from "../step-scheduler.ts";
import type { MovingTime } from "./moving-time.ts";
import type { Sql } from "./row-history.ts";

interface Parts {
  readonly id: string;
  /** With its schema. */
  readonly table: string;
  readonly database: Sql;
  readonly time: MovingTime;
  readonly scheduler: StepScheduler;
}

/** How it was when a task's first turn came. */
export interface Beginning {
  /** The database's time. */
  readonly nowMs: number;
  /** Whether there was a row. */
  readonly hadRow: boolean;
}

export interface OneObject {
  readonly beginning: () => Promise<Beginning>;
  readonly pass: (ms: number) => Promise<void>;
  /** What a world left due is no other's business. */
  readonly leave: () => Promise<void>;
}

/** The one row that a model's world is about, and the time that passes for it. */
export function createOneObject({ id, table, database, time, scheduler }: Parts): OneObject {
  return {
    async beginning() {
      const [now] = await database.sql(
        `select floor(extract(epoch from platform.clock()) * 1000)::float8 as ms,
                exists (select from ${table} where id = $1) as there`,
        [id],
      );
      return { nowMs: Number(now?.["ms"]), hadRow: now?.["there"] === true };
    },
    async pass(ms) {
      scheduler.trace.push(`(${ms} ms pass)`);
      await time.pass(ms);
    },
    async leave() {
      // What is open is always due at some time.
      await database.sql(
        `update ${table} set next_look_at = '2099-01-01' where id = $1 and next_look_at is not null`,
        [id],
      );
      await time.reset();
    },
  };
}
