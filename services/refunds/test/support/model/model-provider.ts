import { createProvider, SANDBOX_TRAITS, type Provider, type RefundAdapter } from "@flowlix/provider";
import { MODEL_LIMITS } from "@flowlix/testkit";
import type { Crashable } from "./crashable.ts";

const NO_ORDERS = () => Promise.reject(new Error("a Refund is no order"));

/** The seam to the model's acquirer as one process uses it: each call is a step of that process. */
export function createModelProvider(adapter: RefundAdapter, crashable: Crashable): Provider {
  const gone = { outcome: { kind: "unknown", cause: "lost" }, providerAtFault: false } as const;
  return createProvider({
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
      refunds: {
        submit: (order, call) =>
          crashable.step("acquirer.submit", () => adapter.submit(order, call), {
            reference: order.reference,
            whenDead: gone,
          }),
        read: (order, call) =>
          crashable.step("acquirer.read", () => adapter.read(order, call, []), { whenDead: gone }),
        close: (order, call) =>
          crashable.step("acquirer.close", () => adapter.close(order, call, []), { whenDead: gone }),
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
