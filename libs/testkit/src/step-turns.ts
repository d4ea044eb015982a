import { setImmediate as nextTurn } from "node:timers/promises";

interface Waiting {
  readonly what: string;
  readonly go: () => Promise<void>;
  readonly isHeld: () => boolean;
}

/** Lets tasks that run at once go on one step at a time, in an order that can be chosen and repeated. */
export interface StepTurns {
  /**
   * `go` runs alone when its turn comes; it ends when everything it touched has ended. No turn comes to it
   * while `isHeld` says so.
   */
  take(what: string, go: () => Promise<void>, isHeld?: () => boolean): void;
  /**
   * Gives turns until every task has ended and nobody waits any more who is not held. `choose` picks one of so many.
   * Rejects with the first error of a `go`.
   */
  drive(tasks: readonly Promise<unknown>[], choose: (among: number) => number): Promise<void>;
  /** The turns taken, in their order. */
  readonly trace: string[];
}

/** Turns of the event loop without anybody asking for one: a task waits for what nobody will do. */
const IDLE_TURNS_MAX = 2_000;

export function createStepTurns(): StepTurns {
  const waiting: Waiting[] = [];
  const trace: string[] = [];
  return {
    trace,
    take: (what, go, isHeld = () => false) => void waiting.push({ what, go, isHeld }),
    async drive(tasks, choose) {
      let open = tasks.length;
      const ended = () => (open -= 1);
      for (const task of tasks) void task.then(ended, ended);
      for (let idle = 0; idle < IDLE_TURNS_MAX; idle += 1) {
        // What a step set off runs until everybody waits for a turn again.
        await nextTurn();
        await nextTurn();
        const ready = waiting.filter(({ isHeld }) => !isHeld());
        const next = ready[ready.length < 2 ? 0 : choose(ready.length)];
        if (next !== undefined) {
          waiting.splice(waiting.indexOf(next), 1);
          trace.push(next.what);
          await next.go();
          idle = -1;
        } else if (open === 0) return;
      }
      throw new Error(`${open} tasks wait for what nobody does; last turns: ${trace.slice(-5).join(", ")}`);
    },
  };
}
