import { type OutboxRow, notifierContract } from "@flowlix/contracts";
import { eventReceiver } from "@flowlix/engine";
import { clientFor, DomainError } from "@flowlix/runtime";
import { eventTaker, startBrokers, withNats, type TestBrokers } from "@flowlix/testkit";
import { expect } from "chai";

const event = (number: number, payload = "{}"): OutboxRow => ({
  event_id: `evt_${String(number).padStart(24, "0")}`,
  event_type: "payment.succeeded",
  merchant_id: `mer_${"0".repeat(24)}`,
  livemode: false,
  object_id: `pay_${String(number).padStart(24, "0")}`,
  version: 2,
  created_at_ms: 1_763_740_000_000,
  payload,
});

describe("an owner's events on their way to the notifier", function () {
  this.timeout(20_000);
  let brokers: TestBrokers | undefined;
  afterEach(() => brokers?.stop());
  const receiverOn = (started: TestBrokers) =>
    eventReceiver(clientFor(started.of("payments"), "payments", notifierContract));
  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.fail("it was answered"),
      (error: unknown) => error,
    );

  it("say nothing about themselves while nobody takes them", async () => {
    brokers = await startBrokers({ nodes: { payments: [] } });
    const receiver = receiverOn(brokers);
    expect(receiver.isOutage(await failureOf(receiver.deliver([event(1)])))).to.equal(true);
  });

  it("say nothing about themselves where the notifier's database is away, and may where it breaks", async () => {
    const taker = eventTaker();
    brokers = await startBrokers({ nodes: { payments: [], notifier: [taker.service] } });
    const receiver = receiverOn(brokers);
    taker.before = () => {
      throw new DomainError("service_unavailable");
    };
    expect(receiver.isOutage(await failureOf(receiver.deliver([event(1)])))).to.equal(true);
    taker.before = () => {
      throw new Error("broken");
    };
    expect(receiver.isOutage(await failureOf(receiver.deliver([event(1)])))).to.equal(false);
  });

  it("may be at fault where one of them breaks the contract", async () => {
    const taker = eventTaker();
    brokers = await startBrokers({ nodes: { payments: [], notifier: [taker.service] } });
    const receiver = receiverOn(brokers);
    const error = await failureOf(receiver.deliver([event(1), { ...event(2), event_type: "" }]));
    expect(receiver.isOutage(error)).to.equal(false);
    expect(taker.events).to.deep.equal([]);
  });

  describe("over the bus", () => {
    const bus = withNats();

    it("go five hundred at a time, as much text as a relay puts into a call, however much has to be quoted", async () => {
      const taker = eventTaker();
      brokers = await startBrokers({ nodes: { payments: [], notifier: [taker.service] }, bus: bus() });
      const payload = JSON.stringify({ text: '"'.repeat(1_560) });
      const events = Array.from({ length: 500 }, (_, index) => event(index, payload));
      expect(Buffer.byteLength(payload) * 500).to.be.closeTo(1_572_864, 20_000);
      expect(await receiverOn(brokers).deliver(events)).to.deep.equal({ refused: [] });
      expect(taker.events).to.deep.equal(events);
    });
  });
});
