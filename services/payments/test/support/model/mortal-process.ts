import { AsyncLocalStorage } from "node:async_hooks";
import { last4 } from "@flowlix/cards";
import {
  createProvider,
  type Deadline,
  type Provider,
  type ProviderAdapter,
  type Reply,
} from "@flowlix/provider";
import type { PaymentsDeps } from "../../../src/deps.ts";
import { LOST } from "./model-acquirer.ts";
import type { StepTurns } from "@flowlix/testkit";

/** Looks on at every step that touches the world outside of a process. */
export interface Witness {
  /** `args` are those of the step; of a card that is sent, its last four digits. */
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

/** The use cases as one process runs them, which can be killed at any step. */
export interface MortalProcess {
  readonly deps: PaymentsDeps;
  isDead(): boolean;
  /** Resolves when it dies. Whatever it was doing never ends. */
  readonly died: Promise<void>;
  dieAt(death: Death): void;
  end(): Promise<void>;
}

const STORES = ["store", "reads", "looks", "callbacks", "anomalies", "hosted"] as const;

/** No breaker here: its clock is the real one, and what it does has tests of its own. */
const LIMITS = {
  tries: 3,
  pausesMs: [0],
  callTimeoutMs: 10_000,
  breaker: {
    volumeThreshold: 1_000_000,
    errorThresholdPercentage: 100,
    windowMs: 10_000,
    resetTimeoutMs: 5_000,
    inFlightMax: 64,
  },
};

export interface Surroundings {
  readonly deps: PaymentsDeps;
  readonly adapter: ProviderAdapter;
  /** The same for calls that were given up on their way: they arrive when nobody waits. */
  readonly lateAdapter: ProviderAdapter;
  readonly turns: StepTurns;
  readonly witness: Witness;
}

export function startProcess({ deps, adapter, lateAdapter, turns, witness }: Surroundings): MortalProcess {
  const died = Promise.withResolvers<void>();
  let death: Death | undefined;
  let dead = false;

  function dies(when: Death["when"]): boolean {
    if (!dead && death !== undefined && death.steps <= 0 && death.when === when) {
      dead = true;
      turns.trace.push(`(dies ${when} it)`);
      died.resolve();
    }
    return dead;
  }

  /** One step at its turn. A dead process makes none, and learns nothing of its last one but `whenDead`. */
  function step<T>(
    what: string,
    args: () => readonly unknown[],
    run: () => Promise<T>,
    whenDead?: T,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const forget = () => {
        if (whenDead !== undefined) resolve(whenDead);
      };
      if (dead) return forget();
      turns.take(what, async () => {
        if (dies("before")) return forget();
        await witness.before(what, args());
        const tell = await run().then(
          (value) => () => resolve(value),
          (error: Error) => () => reject(error),
        );
        await witness.after(what);
        if (dies("after")) return forget();
        if (death !== undefined) death = { ...death, steps: death.steps - 1 };
        tell();
      });
    });
  }

  const inSteps = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get(object, key): unknown {
        const member: unknown = Reflect.get(object, key);
        if (typeof member !== "function") return member;
        return (...args: readonly unknown[]) =>
          step(
            `${name}.${String(key)}`,
            () => args,
            async (): Promise<unknown> => Reflect.apply(member, object, args),
          );
      },
    });

  const provider = seamTo(adapter, lateAdapter, step);
  const stores = Object.fromEntries(
    STORES.filter((name) => name in deps).map((name) => [name, inSteps(name, deps[name])]),
  );
  return {
    deps: { ...deps, ...stores, providerFor: (livemode) => (livemode ? null : provider) },
    isDead: () => dead,
    died: died.promise,
    dieAt: (at) => (death = at),
    end: () => provider.shutdown(),
  };
}

/** Runs one step at its turn; `args` are asked for then. */
type Step = <T>(
  what: string,
  args: () => readonly unknown[],
  run: () => Promise<T>,
  whenDead?: T,
) => Promise<T>;

/** The seam over an acquirer whose every call is a step of the process. */
function seamTo(adapter: ProviderAdapter, lateAdapter: ProviderAdapter, step: Step): Provider {
  const deadlines = new AsyncLocalStorage<Deadline>();
  // A call of a dead process is answered, so that the seam's timers end; nothing comes of the answer.
  const gone: Reply<typeof LOST> = { outcome: LOST, providerAtFault: false };

  /** A call that the seam has given up by its turn arrives late; its own timers know only the real time. */
  function call<R>(
    what: string,
    args: readonly unknown[],
    via: (by: ProviderAdapter) => Promise<R>,
    whenDead: R,
  ) {
    const lastsMs = Math.min(LIMITS.callTimeoutMs, deadlines.getStore()?.remainingMs() ?? 0);
    const until = performance.now() + lastsMs;
    const isGivenUp = () => performance.now() >= until;
    const run = () => via(isGivenUp() ? lateAdapter : adapter);
    return step(what, () => (isGivenUp() ? [] : args), run, whenDead);
  }

  const seam = createProvider({
    adapter: {
      ...adapter,
      registerOrder: (order, of) => call("acquirer.register", [], (by) => by.registerOrder(order, of), gone),
      authorise: (order, instrument, of) =>
        call(
          "acquirer.authorise",
          [last4(instrument.card.number)],
          (by) => by.authorise(order, instrument, of),
          gone,
        ),
      readOrder: (order, of) => call("acquirer.read", [], (by) => by.readOrder(order, of), gone),
      closeOrder: (order, of) => call("acquirer.close", [], (by) => by.closeOrder(order, of), gone),
    },
    limits: LIMITS,
    pause: async () => undefined,
  });
  return {
    ...seam,
    submit: (order, open, until, id) => deadlines.run(until, () => seam.submit(order, open, until, id)),
    resubmit: (order, open, until, id) => deadlines.run(until, () => seam.resubmit(order, open, until, id)),
    read: (order, until, id) => deadlines.run(until, () => seam.read(order, until, id)),
    close: (order, until, id) => deadlines.run(until, () => seam.close(order, until, id)),
  };
}
