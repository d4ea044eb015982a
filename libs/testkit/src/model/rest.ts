import { expect } from "chai";
import type { StepScheduler } from "../step-scheduler.ts";
import { NEVER, type Death } from "./crashable.ts";

const SYNCS_MAX = 5;
const inOrder = () => 0;

interface RestingWorld<Callback> {
  readonly acquirer: {
    readonly underWay: readonly unknown[];
    readonly callbacks: readonly Callback[];
    arrive(index: number): void;
  };
  readonly deps: { readonly callbacks: { accept(callback: Callback): Promise<unknown> } };
  readonly scheduler: StepScheduler;
  process(): { dieAt(death: Death): void };
  together(tasks: readonly (() => Promise<unknown>)[], choose: (among: number) => number): Promise<void>;
  goOn(): void;
  pass(ms: number): Promise<void>;
}

interface Resting<Callback> {
  /** Nothing goes wrong any more. */
  readonly mend: () => void;
  readonly sync: () => Promise<{ readonly synced: number }>;
  /** The acquirer decides what it can. */
  readonly settle: () => void;
  /** How a callback is taken, where it is not by the store alone. */
  readonly accept?: (callback: Callback) => Promise<unknown>;
  /** Nothing of it will ever change. */
  readonly isOver: () => Promise<boolean>;
  readonly roundsMax: number;
}

export interface Rest {
  come(): Promise<void>;
  /** All callbacks come once more, and what they make due is synced. */
  deliverCallbacks(): Promise<void>;
}

/** Lets everything that a model's life has left open come to its end. */
export function createRest<Callback>(
  world: RestingWorld<Callback>,
  { mend, sync, settle, isOver, roundsMax, accept }: Resting<Callback>,
): Rest {
  const { acquirer, deps } = world;
  const take = accept ?? ((callback: Callback) => deps.callbacks.accept(callback));

  function arriveAll(): void {
    while (acquirer.underWay.length > 0) acquirer.arrive(0);
  }
  async function deliver(): Promise<void> {
    for (const callback of acquirer.callbacks) await take(callback);
  }
  /** Syncs until nothing is due. */
  function syncAll(): Promise<void> {
    const all = async () => {
      for (let syncs = 0; (await sync()).synced > 0; syncs += 1)
        expect(syncs, "a status sync makes its object due later").to.be.below(SYNCS_MAX);
    };
    return world.together([all], inOrder);
  }

  return {
    async come() {
      mend();
      world.goOn();
      world.process().dieAt(NEVER);
      world.scheduler.trace.push("(everything is mended and comes to rest)");
      await world.together([], inOrder);
      // A claim of a dead process first runs out; what it sent may arrive at any time.
      for (let round = 0; round < roundsMax && !(await isOver()); round += 1) {
        await world.pass(round < 4 ? 8_000 : 600_000);
        if (round % 2 === 1) arriveAll();
        settle();
        await syncAll();
      }
      arriveAll();
      await deliver();
      await world.pass(3_600_000);
      await syncAll();
    },
    async deliverCallbacks() {
      await deliver();
      await syncAll();
    },
  };
}

/** Nothing will ever change: it has ended, or the acquirer itself does not know more. */
export function isSettled(
  status: string | undefined,
  { ends, result, state }: { ends: readonly string[]; result: unknown; state: string | undefined },
): boolean {
  if (status === undefined || ends.includes(status)) return true;
  if (result !== null) return false;
  return (
    (state === "received" && status === "PENDING") || (state === "processing" && status === "PROCESSING")
  );
}
