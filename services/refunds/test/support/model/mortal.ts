import { TransportError } from "@flowlix/runtime";
import type { StepTurns } from "@flowlix/testkit";

export interface Death {
  /** After so many steps more. */
  readonly steps: number;
  /** Whether the step at which it dies still happens. */
  readonly when: "before" | "after";
}

/** A process that can be killed at any step that touches the world outside of it. */
export interface Mortal {
  isDead(): boolean;
  /** Resolves when it dies. Whatever it was doing never ends. */
  readonly died: Promise<void>;
  dieAt(death: Death): void;
  /** How many steps it has made. */
  steps(): number;
  /** One step at its turn. A dead process makes none and learns nothing of its last one, but `whenDead`. */
  step<T>(what: string, run: () => Promise<T>, whenDead?: T): Promise<T>;
  /** The functions of a store, each a step. */
  inSteps<T extends object>(name: string, target: T): T;
  /** Something that runs in this process for another one: without it there is no answer. */
  serve<T>(action: string, run: () => Promise<T>): Promise<T>;
}

export interface Witness {
  before(step: string): Promise<void>;
  after(step: string): Promise<void>;
}

export function createMortal(name: string, turns: StepTurns, witness: Witness): Mortal {
  const died = Promise.withResolvers<void>();
  let death: Death | undefined;
  let dead = false;
  let made = 0;

  function dies(when: Death["when"]): boolean {
    if (!dead && death !== undefined && death.steps <= 0 && death.when === when) {
      dead = true;
      turns.trace.push(`(${name} dies ${when} it)`);
      died.resolve();
    }
    return dead;
  }

  function step<T>(what: string, run: () => Promise<T>, whenDead?: T): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        if (whenDead !== undefined) resolve(whenDead);
      };
      if (dead) return forget();
      turns.take(`${name}: ${what}`, async () => {
        if (dies("before")) return forget();
        await witness.before(what);
        const tell = await run().then(
          (value) => () => resolve(value),
          (error: Error) => () => reject(error),
        );
        made += 1;
        await witness.after(what);
        if (dies("after")) return forget();
        if (death !== undefined) death = { ...death, steps: death.steps - 1 };
        tell();
      });
    });
  }

  return {
    isDead: () => dead,
    died: died.promise,
    dieAt: (at) => (death = at),
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
      return Promise.race([run(), died.promise.then(() => Promise.reject(gone))]);
    },
  };
}
