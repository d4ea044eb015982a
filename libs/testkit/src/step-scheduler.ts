import { setImmediate as nextTurn } from "node:timers/promises";

interface Waiting {
  readonly what: string;
  readonly go: () => Promise<void>;
  readonly isHeld: () => boolean;
}

/** Runs the steps of concurrent tasks one at a time, in an order that can be chosen and repeated. */
export interface StepScheduler {
  /**
   * Queues `go`, which runs alone and ends when everything it touched has ended. It does not run while `isHeld` is
   * true.
   */
  take(what: string, go: () => Promise<void>, isHeld?: () => boolean): void;
  /**
   * Runs queued steps until every task has ended and no step waits that is not held. `choose` picks one of so many.
   * Rejects with the first error of a `go`.
   */
  drive(tasks: readonly Promise<unknown>[], choose: (among: number) => number): Promise<void>;
  /** The steps that ran, in their order. */
  readonly trace: string[];
}

/**
 * Without a new step for so long, a task waits for something that will not happen. It is long because a statement that
 * is no step may be slow on a busy machine.
 */
const IDLE_MS_MAX = 30_000;

export function createStepScheduler(): StepScheduler {
  const waiting: Waiting[] = [];
  const trace: string[] = [];
  return {
    trace,
    take: (what, go, isHeld = () => false) => void waiting.push({ what, go, isHeld }),
    async drive(tasks, choose) {
      let open = tasks.length;
      const ended = () => (open -= 1);
      for (const task of tasks) void task.then(ended, ended);
      for (let idleSince = performance.now(); performance.now() - idleSince < IDLE_MS_MAX;) {
        // What a step set off runs until every task waits again.
        await nextTurn();
        await nextTurn();
        const ready = waiting.filter(({ isHeld }) => !isHeld());
        const next = ready[ready.length < 2 ? 0 : choose(ready.length)];
        if (next !== undefined) {
          waiting.splice(waiting.indexOf(next), 1);
          trace.push(next.what);
          await next.go();
          idleSince = performance.now();
        } else if (open === 0) return;
      }
      throw new Error(`${open} tasks wait for what nobody does; last steps: ${trace.slice(-5).join(", ")}`);
    },
  };
}
