import { isId, type Payment } from "@flowlix/contracts";
import { type Relay, relayEvents } from "@flowlix/engine";
import { createPools, type Pools } from "@flowlix/persistence";
import { createLogger, createLoops } from "@flowlix/runtime";
import { eventTaker, startBrokers, waitFor, type EventTaker, type TestBrokers } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentsOwner } from "../src/owner.ts";
import { createHostedStore } from "../src/hosted/hosted-store.ts";
import { createHostedPayment } from "../src/hosted/create-hosted-payment.ts";
import { createPaymentsStore } from "../src/payment/payments-store.ts";
import { createPayment } from "../src/create/create-payment.ts";
import { withPayments } from "./support/payments-under-test.ts";

describe("The events of Payments", function () {
  this.timeout(20_000);
  const given = withPayments();
  let pools: Pools;
  let brokers: TestBrokers;
  let taker: EventTaker;
  let relay: Relay | undefined;

  beforeEach(async () => {
    pools = await createPools({
      url: given().database.urlOf("payments"),
      name: "test",
      hot: 2,
      read: 1,
      background: 2,
    });
    taker = eventTaker();
    brokers = await startBrokers({ nodes: { payments: [], notifier: [taker.service] } });
  });
  afterEach(async () => {
    await relay?.stop();
    await brokers.stop();
    await pools.close();
    await given().database.sql("delete from payments.outbox");
  });

  const host = () => ({
    broker: brokers.of("payments"),
    metrics: brokers.metrics,
    loops: createLoops(brokers.metrics),
    logger: createLogger({ service: "payments", instance: "test", level: "silent" }),
  });
  const start = () => (relay = relayEvents(host(), pools, given().deps.exceptions, paymentsOwner));

  /** A Payment made by a process that runs a relay, so that its commits wake it. */
  async function pay(): Promise<Payment> {
    const store = createPaymentsStore(pools.hot, () => relay?.soon());
    return createPayment({ ...given().deps, store }, await given().request(), "req_test");
  }

  it("reach the notifier as they were recorded, with merchant and mode, and leave the outbox [EV-1]", async () => {
    start();
    const payment = await pay();
    await waitFor("the event", () => taker.events.length === 1);
    const [event] = taker.events;
    expect(event).to.include({
      event_type: "payment.succeeded",
      merchant_id: `mer_${"0".repeat(24)}`,
      livemode: false,
      object_id: payment.id,
      version: 2,
    });
    const reported = JSON.parse(event?.payload ?? "");
    expect(reported).to.include({ id: event?.event_id, type: "payment.succeeded", livemode: false });
    expect(reported.data).to.deep.equal({ payment });
    expect(isId("event", event?.event_id)).to.equal(true);
    await waitFor("an empty outbox", async () => (await given().events(payment.id)).length === 0);
    const metrics = await waitFor("it to be counted", async () => {
      const text = await brokers.metrics.text();
      return text.includes('outbox_published_total{owner="payments",outcome="stored"} 1\n') && text;
    });
    expect(metrics).to.contain('outbox_pending{owner="payments"} 0');
  });

  it("of a hosted Payment's birth carry merchant and mode as well", async () => {
    start();
    const hosted = createHostedStore(pools.hot, pools.read, () => relay?.soon());
    const { scope, payment_id, start_before, amount, currency, merchant_customer_id, return_url } =
      await given().request();
    await createHostedPayment(
      { ...given().deps, hosted },
      {
        scope,
        payment_id,
        start_before,
        amount,
        currency,
        merchant_customer_id,
        return_url,
        page_url: "https://pay.example/pay/x",
        customer_ip_address: null,
        merchant_reference: null,
        description: null,
        billing_details: null,
      },
    );
    await waitFor("the event", () => taker.events.length === 1);
    expect(taker.events[0]).to.include({
      event_type: "payment.requires_action",
      merchant_id: scope.merchant_id,
      livemode: false,
      object_id: payment_id,
    });
  });

  it("wait in the outbox while there is no notifier [EV-2]", async () => {
    taker.before = () => {
      throw new Error("out of order");
    };
    start();
    const payment = await pay();
    await waitFor("a failed call", async () => (await brokers.metrics.text()).includes('outcome="failed"'));
    expect(await given().events(payment.id)).to.have.length(1);
    taker.before = () => undefined;
    await waitFor("the event", () => taker.events.length === 1);
  });

  it("that were written before merchant and mode were kept beside them leave too", async () => {
    const payment = await pay();
    await given().database.sql("update payments.outbox set merchant_id = null, livemode = null");
    start();
    await waitFor("the event", () => taker.events.length === 1);
    expect(taker.events[0]).to.include({ object_id: payment.id, merchant_id: `mer_${"0".repeat(24)}` });
  });
});
