import type { Instrument } from "@flowlix/cards";
import { createSandboxAdapter, type Order, type ProviderAdapter, type ProviderCall } from "../src/index.ts";
import { anOrder, aPayout, aRefund } from "./builders.ts";
import {
  describeProviderConformance,
  SANDBOX_AMOUNTS,
  SANDBOX_CONFORMANCE,
  type ProviderFixture,
} from "./conformance.ts";
import { startScriptedServer } from "./scripted-server.ts";
import { createTinyAcquirer, TINY_DAY } from "./tiny-acquirer.ts";

/** The acquirer in memory knows no authorisation that comes along with an order: it registers, and no more. */
const makeFixture = async (): Promise<ProviderFixture> => {
  const server = await startScriptedServer();
  const acquirer = createTinyAcquirer(() => server.host);
  server.script((request) => acquirer.answer(request));
  let made = 0;
  return {
    adapter: createSandboxAdapter({
      url: server.url,
      apiKey: "key",
      publicUrl: server.url,
      callbackUrl: "https://pay.example/callbacks",
    }),
    makeOrder: (amount) => anOrder({ reference: `pay_${(made += 1)}`, amount }),
    makeRefund: (amount, charge) =>
      aRefund({ reference: `ref_${(made += 1)}`, amount, charge: charge.reference }),
    makePayout: (amount) => aPayout({ reference: `po_${(made += 1)}`, amount }),
    refundedOf: async (charge) => acquirer.refundedOf(charge),
    today: () => TINY_DAY,
    processingEnds: async () => acquirer.settle(),
    executions: async (reference) => acquirer.executions(reference),
    stop: () => server.stop(),
  };
};

describeProviderConformance("sandbox, over an acquirer that only registers", makeFixture);

describeProviderConformance("sandbox, whose adapter makes two calls", async () => {
  const fixture = await makeFixture();
  const { registerAndAuthorise: _atOnce, ...adapter } = fixture.adapter;
  return { ...fixture, adapter };
});

/** As acquirers are that know an order by its charge alone, and close nothing. */
function closingNothing(adapter: ProviderAdapter): ProviderAdapter {
  async function charge(order: Order, instrument: Instrument, call: ProviderCall) {
    const registered = await adapter.registerOrder(order, call);
    if (registered.outcome.kind !== "registered") return registered;
    const reply = await adapter.authorise(order, instrument, call);
    return { ...reply, outcome: { ...reply.outcome, acquirerId: `id of ${order.reference}` } };
  }
  const { refunds, payouts } = adapter;
  const read: ProviderAdapter["readOrder"] = async (order, call, evidence) => {
    const reply = await adapter.readOrder(order, call, evidence);
    return reply.outcome.kind === "registered" ? { ...reply, outcome: { kind: "absent" } } : reply;
  };
  return {
    ...adapter,
    absentIsFinal: { order: { afterMs: 1 }, refund: "never", payout: { afterMs: 1 } },
    registerOrder: () => Promise.reject(new Error("an order is never registered alone")),
    registerAndAuthorise: charge,
    async authorise(order, instrument, call) {
      const { outcome, ...reply } = await charge(order, instrument, call);
      if (outcome.kind === "registered") throw new Error("an order is never registered alone");
      return { ...reply, outcome };
    },
    readOrder: read,
    closeOrder: read,
    refunds: { ...refunds, close: (refund, call, evidence) => refunds.read(refund, call, evidence) },
    payouts: { ...payouts, close: (payout, call, evidence) => payouts.read(payout, call, evidence) },
  };
}

describeProviderConformance(
  "sandbox, as if it closed and registered nothing",
  async () => {
    const fixture = await makeFixture();
    return { ...fixture, adapter: closingNothing(fixture.adapter) };
  },
  { ...SANDBOX_AMOUNTS, garbled: null },
  { ...SANDBOX_CONFORMANCE, registers: false },
);
