import { expect } from "chai";
import {
  createProvider,
  createSandboxAdapter,
  deadlineIn,
  type Order,
  type Provider,
} from "@flowlix/provider";
import { moveClock, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { API_KEY, CARD, RETURN_URL, newReference, send, withAcquirer } from "./support/acquirer.ts";

const DEADLINE_MS = 20_000;

describe("the acquirer as the payments platform's adapter sees it", () => {
  const database = withDatabase([sandboxAcquirerSchema]);
  const acquirer = withAcquirer(database);
  let provider: Provider;
  let shutdown: () => Promise<void>;

  before("make the provider", () => {
    const { url } = acquirer();
    const callbackUrl = "http://127.0.0.1:1/callbacks";
    const adapter = createSandboxAdapter({ url, apiKey: API_KEY, publicUrl: url, callbackUrl });
    shutdown = () => adapter.shutdown();
    provider = createProvider({ adapter, pause: () => Promise.resolve() });
  });
  after("end its connections", () => shutdown());
  afterEach("take back every fault", () => send(`${acquirer().adminUrl}/faults`, "DELETE"));

  const orderOf = (amount: number): Order => ({
    reference: newReference(),
    amount,
    currency: "EUR",
    livemode: false,
    return_url: RETURN_URL,
    customer_ip_address: "192.0.2.7",
    merchant_customer_id: "customer-1",
  });
  const instrument = () => ({ kind: "card" as const, card: CARD });
  const submit = (order: Order) => provider.submit(order, instrument, deadlineIn(DEADLINE_MS));
  const read = (order: Order) => provider.read(order, deadlineIn(DEADLINE_MS));
  const close = (order: Order) => provider.close(order, deadlineIn(DEADLINE_MS));

  const outcomes: readonly [amount: number, outcome: object][] = [
    [1_000, { kind: "succeeded" }],
    [100_051, { kind: "failed", code: "insufficient_funds" }],
    [103_101, { kind: "failed", code: "three_d_secure_failed" }],
    [103_102, { kind: "failed", code: "three_d_secure_timeout" }],
    [104_000, { kind: "in_progress", stage: "processing" }],
    [104_098, { kind: "in_progress", stage: "received" }],
    [105_029, { kind: "not_executed", cause: "throttled", retryAfterS: 1 }],
    [105_003, { kind: "not_executed", cause: "unavailable", retryAfterS: 1 }],
    [105_002, { kind: "unknown", cause: "garbled" }],
    [105_098, { kind: "unknown", cause: "lost" }],
  ];
  for (const [amount, outcome] of outcomes) {
    it(`${amount} comes to ${JSON.stringify(outcome)} and leaves the breaker closed`, async () => {
      expect(await submit(orderOf(amount))).to.deep.equal(outcome);
      expect(provider.isOpen()).to.equal(false);
    });
  }

  it("leads a payer to a challenge that the redirect rules allow, and reads its end", async () => {
    const order = orderOf(103_000);
    const outcome = await submit(order);
    expect(outcome.kind).to.equal("action_required");
    const url = outcome.kind === "action_required" ? outcome.url : "";
    await send(url, "POST", {
      body: "action=complete",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(await read(order)).to.deep.equal({ kind: "succeeded" });
  });

  it("tells what is registered, absent, closed, charged after all, and reversed", async () => {
    const [garbled, lost, never] = [orderOf(105_002), orderOf(105_098), orderOf(1_000)];
    await submit(garbled);
    await submit(lost);
    expect(await read(never)).to.deep.equal({ kind: "absent" });
    expect(await read(garbled)).to.deep.equal({ kind: "registered" });
    expect(await close(garbled)).to.deep.equal({ kind: "closed" });
    expect(await close(never)).to.deep.equal({ kind: "closed" });
    expect(await close(lost)).to.deep.equal({ kind: "succeeded" });
    expect(await provider.reverse(lost, deadlineIn(DEADLINE_MS))).to.equal("reversed");
    expect(await provider.reverse(garbled, deadlineIn(DEADLINE_MS))).to.equal("not_charged");
  });

  it("shows an asynchronous result in its time", async () => {
    const order = orderOf(104_061);
    await submit(order);
    await moveClock(database(), 5_000);
    expect(await read(order)).to.deep.equal({ kind: "failed", code: "cardholder_limit" });
    await moveClock(database(), 0);
  });

  it("is tried again after it failed before execution, and then charged once", async () => {
    const order = orderOf(1_000);
    await acquirer().faults([{ operation: "authorise", fault: "fail_before", times: 2 }]);
    expect(await submit(order)).to.deep.equal({ kind: "succeeded" });
    expect(await acquirer().book(order.reference)).to.have.length(1);
  });

  it("is known not to have executed while it refuses connections", async () => {
    const order = orderOf(1_000);
    await acquirer().faults([{ operation: "any", fault: "down" }]);
    expect(await submit(order)).to.deep.equal({ kind: "not_executed", cause: "unreachable" });
  });
});
