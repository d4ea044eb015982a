import { createSandboxAdapter } from "../src/index.ts";
import { anOrder, aPayout, aRefund } from "./builders.ts";
import { describeProviderConformance, type ProviderFixture } from "./conformance.ts";
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
