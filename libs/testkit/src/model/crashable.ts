import type { StepScheduler } from "../step-scheduler.ts";

/** Observes every step that touches the world outside of a process. */
export interface Verifier {
  before(step: string, args: readonly unknown[]): Promise<void>;
  after(step: string): Promise<void>;
}

export interface Death {
  /** After so many steps more. */
  readonly steps: number;
  /** Whether the step at which it dies still happens. */
  readonly when: "before" | "after";
}

export const NEVER: Death = { steps: Number.POSITIVE_INFINITY, when: "after" };

export interface StepDetails<T> {
  /** Arguments for the verifier, asked for when the step runs. */
  readonly args?: () => readonly unknown[];
  /** What a step of a dead process comes to; else it never ends. */
  readonly whenDead?: T;
}

/** A process that can be killed or stopped at any step that touches the world outside of it. */
export interface Crashable {
  readonly isDead: () => boolean;
  /** Resolves when it dies. Its work never ends. */
  readonly died: Promise<void>;
  readonly dieAt: (death: Death) => void;
  /** Stops it after so many more steps, as SIGSTOP does, until `goOn`. */
  readonly stopAfter: (steps: number) => void;
  readonly isStopped: () => boolean;
  /** Resolves when it stops the next time. */
  readonly stopped: () => Promise<void>;
  /** A stop that has not come yet is called off. */
  readonly goOn: () => void;
  /** Runs one step when the scheduler lets it. A dead process runs none, and of its last one gets `whenDead` only. */
  readonly step: <T>(what: string, run: () => Promise<T>, details?: StepDetails<T>) => Promise<T>;
  /** The functions of a store, each a step. */
  readonly inSteps: <T extends object>(name: string, target: T) => T;
}

/** Stops a process after so many more steps. */
function createStopping(scheduler: StepScheduler) {
  let stop = Promise.withResolvers<void>();
  let stopsAfter = Number.POSITIVE_INFINITY;
  let isStopped = false;

  function stopIfDue(): void {
    if (stopsAfter > 0 || isStopped) return;
    isStopped = true;
    scheduler.trace.push("(is stopped)");
    stop.resolve();
  }

  return {
    isStopped: () => isStopped,
    stopped: () => stop.promise,
    stopAfter: (steps: number) => {
      stopsAfter = steps;
      stopIfDue();
    },
    countStep: () => {
      stopsAfter -= 1;
      stopIfDue();
    },
    goOn: () => {
      stopsAfter = Number.POSITIVE_INFINITY;
      if (!isStopped) return;
      isStopped = false;
      stop = Promise.withResolvers<void>();
      scheduler.trace.push("(goes on)");
    },
  };
}

export function createCrashable(scheduler: StepScheduler, verifier: Verifier): Crashable {
  const died = Promise.withResolvers<void>();
  let death: Death | undefined;
  let dead = false;
  const { countStep, ...stopping } = createStopping(scheduler);

  function dies(when: Death["when"]): boolean {
    if (!dead && death !== undefined && death.steps <= 0 && death.when === when) {
      dead = true;
      scheduler.trace.push(`(dies ${when} it)`);
      died.resolve();
    }
    return dead;
  }

  function step<T>(what: string, run: () => Promise<T>, { args, whenDead }: StepDetails<T> = {}): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        if (whenDead !== undefined) resolve(whenDead);
      };
      if (dead) return forget();
      const go = async () => {
        if (dies("before")) return forget();
        await verifier.before(what, args?.() ?? []);
        const settle = await run().then(
          (value) => () => resolve(value),
          (error: Error) => () => reject(error),
        );
        await verifier.after(what);
        if (dies("after")) return forget();
        if (death !== undefined) death = { ...death, steps: death.steps - 1 };
        countStep();
        settle();
      };
      scheduler.take(what, go, stopping.isStopped);
    });
  }

  return {
    isDead: () => dead,
    died: died.promise,
    dieAt: (at) => (death = at),
    ...stopping,
    step,
    inSteps: <T extends object>(store: string, target: T): T =>
      new Proxy(target, {
        get(object, key): unknown {
          const member: unknown = Reflect.get(object, key);
          if (typeof member !== "function") return member;
          return (...args: readonly unknown[]) =>
            step(
              `${store}.${String(key)}`,
              async (): Promise<unknown> => Reflect.apply(member, object, args),
              { args: () => args },
            );
        },
      }),
  };
}
