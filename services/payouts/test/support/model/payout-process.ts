import { AsyncLocalStorage } from "node:async_hooks";
import { createProvider, type Deadline, type ProviderPayouts, type Reply } from "@flowlix/provider";
import {
  createCrashable,
  patientSlots,
  type ModelTransfers,
  type Crashable,
  type StepTurns,
  type Verifier,
} from "@flowlix/testkit";
import type { PayoutsDeps } from "../../../src/deps.ts";
import { acquirerOf } from "../payouts-under-test.ts";

type Control = "isDead" | "died" | "dieAt" | "stopAfter" | "isStopped" | "stopped" | "goOn" | "step";

/** The use cases as one process runs them, which can be killed or stopped at any step. */
export interface PayoutProcess extends Pick<Crashable, Control> {
  readonly deps: PayoutsDeps;
  end(): Promise<void>;
}

const STORES = ["store", "reads", "syncs", "callbacks", "exceptions"] as const;

/** No breaker here: its clock is the real one, and what it does has tests of its own. */
const LIMITS = {
  tries: 3,
  pausesMs: [0],
  callTimeoutMs: 10_000,
  breaker: {
    volumeThreshold: 1_000_000,
    errorThresholdPercentage: 100,
    windowMs: 10_000,
    failuresInARow: 1_000_000,
    inARowWithinMs: 10_000,
    resetTimeoutMs: 5_000,
    inFlightMax: 64,
  },
};

export interface Surroundings {
  readonly deps: PayoutsDeps;
  readonly acquirer: ModelTransfers;
  readonly turns: StepTurns;
  readonly verifier: Verifier;
}

export function startProcess({ deps, acquirer, turns, verifier }: Surroundings): PayoutProcess {
  const { inSteps, ...control } = createCrashable(turns, verifier);
  const providerPort = providerPortTo(acquirer, control.step);
  const stores = Object.fromEntries(STORES.map((name) => [name, inSteps(name, deps[name])]));
  return {
    deps: {
      ...deps,
      ...stores,
      // A process's own: what dies with it holds no slot of the next one.
      syncSlots: patientSlots(),
      acquirers: acquirerOf(providerPort.payouts),
    },
    ...control,
    end: () => providerPort.shutdown(),
  };
}

const NO_ORDERS = () => Promise.reject(new Error("a Payout is no order"));
const NONE = { submit: NO_ORDERS, read: NO_ORDERS, close: NO_ORDERS };

interface ProviderPort {
  readonly payouts: ProviderPayouts;
  shutdown(): Promise<void>;
}

/** The seam over an acquirer whose every call is a step of the process. */
function providerPortTo(acquirer: ModelTransfers, step: Crashable["step"]): ProviderPort {
  const deadlines = new AsyncLocalStorage<Deadline>();
  // A call of a dead process is answered, so that the seam's timers end; nothing comes of the answer.
  const gone = { outcome: { kind: "unknown", cause: "lost" }, providerAtFault: false } as const;

  /** A call that the seam has given up by its turn arrives late; its own timers know only the real time. */
  function call<O>(what: string, via: (isGivenUp: boolean) => Reply<O>, whenDead: Reply<O>) {
    const lastsMs = Math.min(LIMITS.callTimeoutMs, deadlines.getStore()?.remainingMs() ?? 0);
    const until = performance.now() + lastsMs;
    const isGivenUp = () => performance.now() >= until;
    return step(`acquirer.${what}`, async () => via(isGivenUp()), { args: () => [isGivenUp()], whenDead });
  }

  const provider = createProvider({
    adapter: {
      name: "sandbox",
      livemode: false,
      redirectHosts: [],
      allowLoopbackHttp: false,
      registerOrder: NO_ORDERS,
      authorise: NO_ORDERS,
      readOrder: NO_ORDERS,
      closeOrder: NO_ORDERS,
      reverseOrder: NO_ORDERS,
      refunds: NONE,
      payouts: {
        submit: (order) => call("submit", (isGivenUp) => acquirer.submit(order, isGivenUp), gone),
        read: (order) => call("read", (isGivenUp) => acquirer.read(order, isGivenUp), gone),
        close: (order) => call("close", (isGivenUp) => acquirer.close(order, isGivenUp), gone),
      },
      statement: { cutOffMs: 0, postedWithinMs: 0, read: NO_ORDERS },
      verifyCallback: () => null,
      shutdown: async () => undefined,
    },
    limits: LIMITS,
    pause: async () => undefined,
  });
  const { payouts } = provider;
  return {
    shutdown: () => provider.shutdown(),
    payouts: {
      ...payouts,
      submit: (order, open, until, id) => deadlines.run(until, () => payouts.submit(order, open, until, id)),
      read: (order, until, id) => deadlines.run(until, () => payouts.read(order, until, id)),
      close: (order, until, id) => deadlines.run(until, () => payouts.close(order, until, id)),
    },
  };
}
