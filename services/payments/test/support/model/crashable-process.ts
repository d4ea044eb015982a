import type { AcquirerAccount } from "@flowlix/contracts";
import { last4, type Instrument } from "@flowlix/cards";
import {
  createProvider,
  type Order,
  type OrderRef,
  type Outcome,
  type Provider,
  type ProviderAdapter,
  type ProviderCall,
  type RegisterOutcome,
  type Reply,
  type ReturnedQuery,
  type ReverseOutcome,
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
import type { PaymentsDeps } from "../../../src/deps.ts";
import { LOST } from "./model-acquirer.ts";

type Control = "isDead" | "died" | "dieAt" | "stopAfter" | "isStopped" | "stopped" | "goOn";

/** The use cases as one process runs them, which can be killed or stopped at any step. */
export interface CrashableProcess extends Pick<Crashable, Control> {
  readonly deps: PaymentsDeps;
  end(): Promise<void>;
}

const STORES = ["store", "reads", "syncs", "callbacks", "evidence", "exceptions", "hosted"] as const;

/** The way to one acquirer. */
export interface WayThere {
  readonly adapter: ProviderAdapter;
  /** The same for calls that were given up on their way: they arrive when nobody waits. */
  readonly lateAdapter: ProviderAdapter;
  /** A merchant's account there; null for the installation's own acquirer. */
  readonly account: AcquirerAccount | null;
  /** Whether submissions there are refused. */
  readonly isOpen: () => boolean;
}

export interface Surroundings {
  readonly deps: PaymentsDeps;
  readonly ways: readonly WayThere[];
  readonly scheduler: StepScheduler;
  readonly verifier: Verifier;
}

export function startProcess({ deps, ways, scheduler, verifier }: Surroundings): CrashableProcess {
  const { step, inSteps, ...control } = createCrashable(scheduler, verifier);
  const ports = ways.map(({ account, isOpen, ...way }): PortTo<Provider> => {
    const port = providerPortTo(way, account?.id ?? null, step);
    return { account, port: account === null ? port : { ...port, isOpen } };
  });
  const stores = Object.fromEntries(
    STORES.filter((name) => name in deps).map((name) => [name, inSteps(name, deps[name])]),
  );
  return {
    deps: {
      ...deps,
      ...stores,
      // A process's own: what dies with it holds no slot of the next one.
      syncSlots: patientSlots(),
      acquirers: acquirersAt(ports),
    },
    ...control,
    end: async () => void (await Promise.all(ports.map(({ port }) => port.shutdown()))),
  };
}

/** The provider port over an acquirer whose every call is a step of the process. */
function providerPortTo(
  { adapter, lateAdapter }: Pick<WayThere, "adapter" | "lateAdapter">,
  account: string | null,
  step: Crashable["step"],
): Provider {
  const times = createCallTimes();
  // A call of a dead process is answered, so that the port's timers end; nothing comes of the answer.
  const gone: Reply<typeof LOST> = { outcome: LOST, providerAtFault: false };

  function call<R>(
    what: string,
    args: readonly unknown[],
    via: (by: ProviderAdapter) => Promise<R>,
    whenDead: R,
  ) {
    const isGivenUp = times.begin();
    const run = () => via(isGivenUp() ? lateAdapter : adapter);
    return step(what, run, { args: () => (isGivenUp() ? [] : args), whenDead });
  }

  /** What moves money, in one call with its registration or not. */
  const authorising = <R>(
    { reference }: OrderRef,
    { card }: Instrument,
    via: (by: ProviderAdapter) => Promise<Reply<R>>,
  ) =>
    call<Reply<R | typeof LOST>>("acquirer.authorise", [last4(card.number), reference, account], via, gone);

  const providerPort = createProvider({
    adapter: {
      ...adapter,
      registerOrder: (order, of) => call("acquirer.register", [], (by) => by.registerOrder(order, of), gone),
      authorise: (order, instrument, of) =>
        authorising(order, instrument, (by) => by.authorise(order, instrument, of)),
      ...(adapter.registerAndAuthorise === undefined
        ? {}
        : {
            registerAndAuthorise: (order: Order, instrument: Instrument, of: ProviderCall) =>
              authorising<RegisterOutcome>(order, instrument, (by) =>
                by.registerAndAuthorise === undefined
                  ? Promise.reject(new Error("both ways lead to the same acquirer"))
                  : by.registerAndAuthorise(order, instrument, of),
              ),
          }),
      ...(adapter.completeAction === undefined
        ? {}
        : {
            completeAction: (order: OrderRef, returned: ReturnedQuery, of: ProviderCall) =>
              call<Reply<Outcome>>(
                "acquirer.complete",
                [order.reference],
                (by) =>
                  by.completeAction === undefined
                    ? Promise.reject(new Error("both ways lead to the same acquirer"))
                    : by.completeAction(order, returned, of),
                gone,
              ),
          }),
      readOrder: (order, of) => call("acquirer.read", [], (by) => by.readOrder(order, of, []), gone),
      closeOrder: (order, of) => call("acquirer.close", [], (by) => by.closeOrder(order, of, []), gone),
      reverseOrder: (order, of) =>
        call<Reply<ReverseOutcome>>("acquirer.reverse", [], (by) => by.reverseOrder(order, of), {
          outcome: "unknown",
          providerAtFault: false,
        }),
    },
    limits: MODEL_LIMITS,
    pause: async () => undefined,
  });
  return {
    ...providerPort,
    submit: (order, open, until, id) =>
      times.within(until, () => providerPort.submit(order, open, until, id)),
    resubmit: (order, open, until, id) =>
      times.within(until, () => providerPort.resubmit(order, open, until, id)),
    complete: (order, returned, until, id) =>
      times.within(until, () => providerPort.complete(order, returned, until, id)),
    read: (order, until, id) => times.within(until, () => providerPort.read(order, until, id)),
    close: (order, until, id) => times.within(until, () => providerPort.close(order, until, id)),
  };
}
