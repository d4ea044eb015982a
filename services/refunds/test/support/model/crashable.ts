import { TransportError } from "@flowlix/runtime";
import type { StepScheduler } from "@flowlix/testkit";

export interface Death {
  /** After so many steps more. */
  readonly steps: number;
  /** Whether the step at which it dies still happens. */
  readonly when: "before" | "after";
}

/**
 * A call to an acquirer: its Refund, the charge of that, and the account. The account is null for the installation's
 * own acquirer.
 */
export interface AskedRefund {
  readonly reference: string;
  readonly charge: string;
  readonly account: string | null;
}

export interface StepDetails<T> {
  /** Of a call to an acquirer. */
  readonly refund?: AskedRefund;
  /** What a step of a dead process comes to; else it never ends. */
  readonly whenDead?: T;
}

/** A process that can be killed, or stopped for a while, at any step that touches the world outside of it. */
export interface Crashable {
  isDead(): boolean;
  /** Resolves when it dies. Whatever it was doing never ends. */
  readonly died: Promise<void>;
  dieAt(death: Death): void;
  /** Resolves when it is stopped (SIGSTOP): whatever it was doing stands still until it goes on. */
  readonly stopped: Promise<void>;
  isStopped(): boolean;
  stopAt(stop: Death): void;
  goOn(): void;
  /** How many steps it has made. */
  steps(): number;
  /** One step at its turn. A dead process makes none and learns nothing of its last one, but `whenDead`. */
  step<T>(what: string, run: () => Promise<T>, details?: StepDetails<T>): Promise<T>;
  /** The functions of a store, each a step. */
  inSteps<T extends object>(name: string, target: T): T;
  /** Something that runs in this process for another one: without it there is no answer. */
  serve<T>(action: string, run: () => Promise<T>): Promise<T>;
}

export interface Verifier {
  before(step: string, refund: AskedRefund | undefined): Promise<void>;
  after(step: string): Promise<void>;
}

export function createCrashable(name: string, scheduler: StepScheduler, verifier: Verifier): Crashable {
  const died = Promise.withResolvers<void>();
  let death: Death | undefined;
  let dead = false;
  let made = 0;
  const stopped = Promise.withResolvers<void>();
  const still: (() => void)[] = [];
  let stop: Death | undefined;
  let stands = false;

  function dies(when: Death["when"]): boolean {
    if (!dead && death !== undefined && death.steps <= 0 && death.when === when) {
      dead = true;
      scheduler.trace.push(`(${name} dies ${when} it)`);
      died.resolve();
    }
    return dead;
  }

  function stops(when: Death["when"]): boolean {
    if (!stands && stop !== undefined && stop.steps <= 0 && stop.when === when) {
      stands = true;
      scheduler.trace.push(`(${name} is stopped ${when} it)`);
      stopped.resolve();
    }
    return stands;
  }

  function step<T>(
    what: string,
    run: () => Promise<T>,
    { refund, whenDead }: StepDetails<T> = {},
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        if (whenDead !== undefined) resolve(whenDead);
      };
      if (dead) return forget();
      const ask = () => scheduler.take(`${name}: ${what}`, go);
      const go = async () => {
        if (dies("before")) return forget();
        if (stops("before")) return void still.push(ask);
        await verifier.before(what, refund);
        const settle = await run().then(
          (value) => () => resolve(value),
          (error: Error) => () => reject(error),
        );
        made += 1;
        await verifier.after(what);
        if (dies("after")) return forget();
        if (stops("after")) return void still.push(settle);
        if (death !== undefined) death = { ...death, steps: death.steps - 1 };
        if (stop !== undefined) stop = { ...stop, steps: stop.steps - 1 };
        settle();
      };
      if (stands) still.push(ask);
      else ask();
    });
  }

  return {
    isDead: () => dead,
    died: died.promise,
    dieAt: (at) => (death = at),
    stopped: stopped.promise,
    isStopped: () => stands,
    stopAt: (at) => (stop = at),
    goOn: () => {
      stands = false;
      stop = undefined;
      for (const go of still.splice(0)) go();
    },
    steps: () => made,
    step,
    inSteps: <T extends object>(store: string, target: T): T =>
      new Proxy(target, {
        get(object, key): unknown {
          const member: unknown = Reflect.get(object, key);
          if (typeof member !== "function") return member;
          return (...args: readonly unknown[]) =>
            step(`${store}.${String(key)}`, async (): Promise<unknown> =>
              Reflect.apply(member, object, args),
            );
        },
      }),
    serve: (action, run) => {
      const gone = new TransportError("timeout", action, true);
      if (dead) return Promise.reject(new TransportError("unavailable", action, false));
      // A stopped one answers when it goes on, and its caller has given up by then.
      const silent = Promise.race([died.promise, stopped.promise]).then(() => Promise.reject(gone));
      return Promise.race([run(), silent]);
    },
  };
}
