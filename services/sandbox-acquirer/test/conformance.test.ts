import { createSandboxAdapter } from "@flowlix/provider";
import { createTestDatabase } from "@flowlix/testkit";
import { describeProviderConformance } from "../../../libs/provider/test/conformance.ts";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { API_KEY, RETURN_URL, newReference, startAcquirer } from "./support/acquirer.ts";

describeProviderConformance("sandbox, over the real acquirer", async () => {
  const database = await createTestDatabase([sandboxAcquirerSchema]);
  const acquirer = await startAcquirer(database);
  const { url } = acquirer;
  return {
    adapter: createSandboxAdapter({
      url,
      apiKey: API_KEY,
      publicUrl: url,
      callbackUrl: "http://127.0.0.1:1/callbacks",
    }),
    makeOrder: (amount) => ({
      reference: newReference(),
      amount,
      currency: "EUR",
      livemode: false,
      return_url: RETURN_URL,
      customer_ip_address: "192.0.2.7",
      merchant_customer_id: "customer-1",
    }),
    executions: async (reference) => {
      const lines = await acquirer.book(reference);
      return lines.reduce((sum, { executions }) => sum + Number(executions), 0);
    },
    async stop() {
      await acquirer.stop();
      await database.drop();
    },
  };
});
