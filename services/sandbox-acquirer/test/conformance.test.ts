import { createSandboxAdapter } from "@flowlix/provider";
import { clockMs, createTestDatabase, moveClock, stopClock } from "@flowlix/testkit";
import { describeProviderConformance } from "../../../libs/provider/test/conformance.ts";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { API_KEY, newReference, PAYOUT, RETURN_URL, startAcquirer } from "./support/acquirer.ts";

describeProviderConformance("sandbox, over the real acquirer", async () => {
  const database = await createTestDatabase([sandboxAcquirerSchema]);
  const acquirer = await startAcquirer(database);
  const { url } = acquirer;
  // It stands, so that nothing that is processing ends before the suite lets it.
  await stopClock(database);
  const startedAt = await clockMs(database);
  let passed = 0;
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
    makeRefund: (amount, { reference: charge }) => ({
      reference: newReference("ref"),
      charge,
      amount,
      currency: "EUR",
      livemode: false,
    }),
    makePayout: (amount) => ({
      reference: newReference("po"),
      amount,
      currency: "EUR",
      livemode: false,
      recipient: PAYOUT.recipient,
      initiator_ip_address: PAYOUT.initiator_ip_address,
    }),
    executions: async (reference) => {
      const lines = await acquirer.book(reference);
      return lines.reduce((sum, { executions }) => sum + Number(executions), 0);
    },
    refundedOf: async (charge) => {
      const lines = await acquirer.refundsOf(charge);
      return lines.reduce((sum, { amount }) => sum + Number(amount), 0);
    },
    today: () => new Date(startedAt + passed).toISOString().slice(0, 10),
    processingEnds: () => moveClock(database, (passed += 2_000)),
    async stop() {
      await acquirer.stop();
      await database.drop();
    },
  };
});
