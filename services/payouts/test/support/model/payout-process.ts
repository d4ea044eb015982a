import { createProvider, SANDBOX_TRAITS, type ProviderPayouts, type Reply } from "@flowlix/provider";
import {
  createCallTimes,
  createCrashable,
  MODEL_LIMITS,
  patientSlots,
  type ModelTransfers,
  type Crashable,
  type StepScheduler,
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

export interface Surroundings {
  readonly deps: PayoutsDeps;
  readonly acquirer: ModelTransfers;
  readonly scheduler: StepScheduler;
  readonly verifier: Verifier;
}

export function startProcess({ deps, acquirer, scheduler, verifier }: Surroundings): PayoutProcess {
  const { inSteps, ...control } = createCrashable(scheduler, verifier);
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
  const times = createCallTimes();
  // A call of a dead process is answered, so that the seam's timers end; nothing comes of the answer.
  const gone = { outcome: { kind: "unknown", cause: "lost" }, providerAtFault: false } as const;

  function call<O>(what: string, via: (isGivenUp: boolean) => Reply<O>, whenDead: Reply<O>) {
    const isGivenUp = times.begin();
    return step(`acquirer.${what}`, async () => via(isGivenUp()), { args: () => [isGivenUp()], whenDead });
  }

  const provider = createProvider({
    adapter: {
      name: "sandbox",
      livemode: false,
      redirectHosts: [],
      allowLoopbackHttp: false,
      ...SANDBOX_TRAITS,
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
      verifyCallbacks: () => null,
      shutdown: async () => undefined,
    },
    limits: MODEL_LIMITS,
    pause: async () => undefined,
  });
  const { payouts } = provider;
  return {
    shutdown: () => provider.shutdown(),
    payouts: {
      ...payouts,
      submit: (order, open, until, id) => times.within(until, () => payouts.submit(order, open, until, id)),
      read: (order, until, id) => times.within(until, () => payouts.read(order, until, id)),
      close: (order, until, id) => times.within(until, () => payouts.close(order, until, id)),
    },
  };
}
