import { createProvider, SANDBOX_TRAITS, type Provider, type RefundOrder } from "@flowlix/provider";
import { MODEL_LIMITS } from "@flowlix/testkit";
import { acquirersAt } from "../../../../../libs/engine/test/support/drawn-accounts.ts";
import type { Crashable } from "./crashable.ts";
import type { RefundParty } from "./refund-parties.ts";

const NO_ORDERS = () => Promise.reject(new Error("a Refund is no order"));

/** The acquirers as one process uses them: each call is a step of that process. */
export function createModelPorts(parties: readonly RefundParty[], crashable: Crashable) {
  const ports = parties.map((party) => ({
    account: party.account,
    port: createModelProvider(party, crashable),
  }));
  return {
    acquirers: acquirersAt<Provider>(ports),
    shutdown: async () => void (await Promise.all(ports.map(({ port }) => port.shutdown()))),
  };
}

function createModelProvider({ adapter, account }: RefundParty, crashable: Crashable): Provider {
  const gone = { outcome: { kind: "unknown", cause: "lost" }, providerAtFault: false } as const;
  const call = <O>(
    what: string,
    { reference, charge }: RefundOrder,
    run: () => Promise<O>,
    whenDead: O,
  ): Promise<O> =>
    crashable.step(`acquirer.${what}`, run, {
      refund: { reference, charge, account: account?.id ?? null },
      whenDead,
    });
  return createProvider({
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
      refunds: {
        submit: (order, by) => call("submit", order, () => adapter.submit(order, by), gone),
        read: (order, by) => call("read", order, () => adapter.read(order, by, []), gone),
        close: (order, by) => call("close", order, () => adapter.close(order, by, []), gone),
      },
      payouts: { submit: NO_ORDERS, read: NO_ORDERS, close: NO_ORDERS },
      statement: { cutOffMs: 0, postedWithinMs: 0, read: NO_ORDERS },
      verifyCallbacks: () => null,
      shutdown: async () => undefined,
    },
    limits: MODEL_LIMITS,
    pause: async () => undefined,
  });
}
