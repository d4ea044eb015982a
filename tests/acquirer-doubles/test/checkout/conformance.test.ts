import {
  describeProviderConformance,
  SANDBOX_AMOUNTS,
  SANDBOX_CONFORMANCE,
  type ProviderFixture,
} from "@flowlix/provider/conformance";
import { LATER_MS, makeCheckout } from "../support/checkout-fixture.ts";
import { aPayoutCard, newOrder, newPayout, newRefund } from "../support/orders.ts";

/** Of the owner that the suite plays: it says itself when something can have been submitted. */
const untimed = <R extends { readonly submittedBetween?: unknown }>({
  submittedBetween: _between,
  ...order
}: R) => order;

async function makeFixture(): Promise<ProviderFixture> {
  const { adapter, double } = await makeCheckout({ reportsAtOnce: true });
  return {
    adapter,
    payoutCardOf: aPayoutCard,
    makeOrder: (amount) => untimed(newOrder({ amount })),
    makeRefund: (amount, charge) => untimed(newRefund(charge, { amount })),
    makePayout: (amount) => untimed(newPayout({ amount })),
    executions: async (reference) => double.book.executions(reference),
    refundedOf: async (charge) => double.book.refundedOf(charge),
    today: () => new Date(double.clock.nowMs()).toISOString().slice(0, 10),
    processingEnds: async () => double.clock.advance(LATER_MS),
    stop: () => double.stop(),
  };
}

describeProviderConformance(
  "checkout, over its double",
  makeFixture,
  {
    ...SANDBOX_AMOUNTS,
    // Neither can be asked for by an amount; faults.test.ts has them all.
    garbled: null,
    lost: null,
    throttled: null,
    unavailable: null,
    transfers: {
      ...SANDBOX_AMOUNTS.transfers,
      // A refund and a payout are accepted first, with any outcome later.
      declined: null,
      lost: null,
      staysReceived: null,
    },
  },
  { ...SANDBOX_CONFORMANCE, registers: false, settlesLater: true, refusesConcurrent: true },
);
