import {
  createProvider,
  EVERYTHING,
  SANDBOX_TRAITS,
  type Provider,
  type ProviderPayouts,
  type Reply,
} from "@flowlix/provider";
import {
  createCallTimes,
  createCrashable,
  MODEL_LIMITS,
  patientSlots,
  type Crashable,
  type StepScheduler,
  type Verifier,
} from "@flowlix/testkit";
import { acquirersAt, type PortTo } from "../../../../../libs/engine/test/support/drawn-accounts.ts";
import type { PayoutsDeps } from "../../../src/deps.ts";
import type { PayoutParties, PayoutParty } from "./payout-parties.ts";

type Control = "isDead" | "died" | "dieAt" | "stopAfter" | "isStopped" | "stopped" | "goOn" | "step";

/** The use cases as one process runs them, which can be killed or stopped at any step. */
export interface PayoutProcess extends Pick<Crashable, Control> {
  readonly deps: PayoutsDeps;
  end(): Promise<void>;
}

const STORES = ["store", "reads", "syncs", "callbacks", "evidence", "exceptions"] as const;

export interface Surroundings {
  readonly deps: PayoutsDeps;
  readonly parties: PayoutParties;
  readonly scheduler: StepScheduler;
  readonly verifier: Verifier;
}

export function startProcess({ deps, parties, scheduler, verifier }: Surroundings): PayoutProcess {
  const { inSteps, ...control } = createCrashable(scheduler, verifier);
  const ports = parties.all.map((party) => providerPortTo(party, control.step));
  const stores = Object.fromEntries(STORES.map((name) => [name, inSteps(name, deps[name])]));
  return {
    deps: {
      ...deps,
      ...stores,
      // A process's own: what dies with it holds no slot of the next one.
      syncSlots: patientSlots(),
      acquirers: acquirersAt<Port>(ports),
    },
    ...control,
    end: async () => void (await Promise.all(ports.map(({ shutdown }) => shutdown()))),
  };
}

type Port = Pick<Provider, "name" | "livemode" | "capabilities" | "payouts">;

const NO_ORDERS = () => Promise.reject(new Error("a Payout is no order"));
const NONE = { submit: NO_ORDERS, read: NO_ORDERS, close: NO_ORDERS };

interface ProviderPort extends PortTo<Port> {
  readonly shutdown: () => Promise<void>;
}

/** The provider port over an acquirer whose every call is a step of the process. */
function providerPortTo({ acquirer, account }: PayoutParty, step: Crashable["step"]): ProviderPort {
  const times = createCallTimes();
  // A call of a dead process is answered, so that the port's timers end; nothing comes of the answer.
  const gone = { outcome: { kind: "unknown", cause: "lost" }, providerAtFault: false } as const;

  function call<O>(what: string, via: (isGivenUp: boolean) => Reply<O>, whenDead: Reply<O>) {
    const isGivenUp = times.begin();
    return step(`acquirer.${what}`, async () => via(isGivenUp()), {
      args: () => [isGivenUp(), account?.id ?? null],
      whenDead,
    });
  }

  const provider = createProvider({
    adapter: {
      name: account?.provider ?? "sandbox",
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
  const timed: ProviderPayouts = {
    ...payouts,
    submit: (order, open, until, id) => times.within(until, () => payouts.submit(order, open, until, id)),
    read: (order, until, id) => times.within(until, () => payouts.read(order, until, id)),
    close: (order, until, id) => times.within(until, () => payouts.close(order, until, id)),
  };
  return {
    account,
    port: { name: provider.name, livemode: false, capabilities: EVERYTHING, payouts: timed },
    shutdown: () => provider.shutdown(),
  };
}
