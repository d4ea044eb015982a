import { createSandboxAdapter } from "../src/index.ts";
import { anOrder, aPayout, aRefund } from "./builders.ts";
import { describeProviderConformance } from "./conformance.ts";
import { startScriptedServer } from "./scripted-server.ts";
import { createTinyAcquirer, TINY_DAY } from "./tiny-acquirer.ts";

describeProviderConformance("sandbox, over an acquirer in memory", async () => {
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
});
