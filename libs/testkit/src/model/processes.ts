import type { StepScheduler } from "../step-scheduler.ts";
import type { Crashable } from "./crashable.ts";

/** What a model's process must be able to do to be one of several. */
export interface ModelProcess extends Pick<Crashable, "isDead" | "died" | "isStopped" | "stopped" | "goOn"> {
  end(): Promise<void>;
}

/** Processes of one owner; one of them takes requests at a time. */
export interface Processes<P, Start> {
  /** The one that takes requests now: another one after a crash, and while the last one is stopped. */
  current(): P;
  /**
   * Runs tasks at once, a step at a time, and beside them whatever goes on after a stop. Tasks of a process that dies
   * end with it; those of one that is stopped wait until it goes on. Rejects with the first error of a task.
   */
  together(
    tasks: readonly ((start: Start) => Promise<unknown>)[],
    choose: (among: number) => number,
  ): Promise<void>;
  hasStopped(): boolean;
  /** Lets every process that is stopped go on, and calls off a stop that has not come. */
  goOn(): void;
  end(): Promise<void>;
}

interface Parts<P, Start> {
  readonly scheduler: StepScheduler;
  readonly start: () => P;
  /** How it is when a task's first turn comes. */
  readonly startOf: (process: P) => Promise<Start>;
}

/** A task that has begun, and the process that does it. */
interface Begun<P> {
  readonly process: P;
  readonly task: Promise<unknown>;
}

export function createProcesses<P extends ModelProcess, Start>({
  scheduler,
  start,
  startOf,
}: Parts<P, Start>): Processes<P, Start> {
  const processes: P[] = [];
  const failed: unknown[] = [];
  let unfinished: Begun<P>[] = [];

  function current(): P {
    const last = processes.at(-1);
    if (last !== undefined && !last.isDead() && !last.isStopped()) return last;
    const next = start();
    processes.push(next);
    return next;
  }

  /** Resolves when the task has ended, or its process does no more for now. */
  async function driven(begun: Begun<P>): Promise<void> {
    const { process, task } = begun;
    const ended = task.then(() => (unfinished = unfinished.filter((other) => other !== begun)));
    await Promise.race([ended, process.died, process.stopped()]);
  }

  /** A task counts from its own first turn on, however long the others before it took. */
  function begin(task: (start: Start) => Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      scheduler.take("(begins)", async () => {
        const process = current();
        const now = await startOf(process);
        const begun = { process, task: task(now).catch((error: unknown) => failed.push(error)) };
        unfinished.push(begun);
        void driven(begun).then(resolve, reject);
      });
    });
  }

  return {
    current,
    async together(tasks, choose) {
      unfinished = unfinished.filter(({ process }) => !process.isDead());
      const goingOn = unfinished.filter(({ process }) => !process.isStopped());
      await scheduler.drive([...goingOn.map(driven), ...tasks.map(begin)], choose);
      if (failed.length > 0) throw failed[0];
    },
    hasStopped: () => processes.some((process) => process.isStopped()),
    goOn() {
      for (const process of processes) process.goOn();
    },
    async end() {
      for (const process of processes) await process.end();
    },
  };
}
