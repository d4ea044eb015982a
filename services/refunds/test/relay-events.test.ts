import type { Payment } from "@flowlix/contracts";
import { type Relay, relayEvents } from "@flowlix/engine";
import type { Pools } from "@flowlix/persistence";
import { createLogger, createLoops, TransportError } from "@flowlix/runtime";
import {
  eventTaker,
  moveClock,
  startBrokers,
  waitFor,
  type EventTaker,
  type TestBrokers,
  refusal,
} from "@flowlix/testkit";
import { expect } from "chai";
import { createRefund } from "../src/create/create-refund.ts";
import type { RefundsDeps } from "../src/deps.ts";
import { refundsOwner } from "../src/owner.ts";
import { syncRefunds } from "./support/sync-due.ts";
import { reportDue } from "../src/reporting/report-to-payment.ts";
import { createReportsStore } from "../src/reporting/reports-store.ts";
import { openRefundsPools, withRefunds } from "./support/refunds-under-test.ts";

const SCOPE = { merchant_id: `mer_${"0".repeat(24)}`, livemode: false };

describe("The events of Refunds", function () {
  this.timeout(20_000);
  const given = withRefunds();
  let pools: Pools;
  let brokers: TestBrokers;
  let taker: EventTaker;
  let relay: Relay;
  /** As a process has them that runs a relay: an acknowledgement wakes it. */
  let deps: RefundsDeps;
  let paymentsIsAway: boolean;

  beforeEach(async () => {
    pools = await openRefundsPools(given().database);
    taker = eventTaker();
    brokers = await startBrokers({ nodes: { refunds: [], notifier: [taker.service] } });
    const logger = createLogger({ service: "refunds", instance: "test", level: "silent" });
    relay = relayEvents(
      {
        broker: brokers.of("refunds"),
        metrics: brokers.metrics,
        logger,
        loops: createLoops(brokers.metrics),
      },
      pools,
      given().deps.exceptions,
      refundsOwner,
    );
    paymentsIsAway = false;
    const { payments } = given().deps;
    deps = {
      ...given().deps,
      reports: createReportsStore(pools.hot, pools.background, () => relay.soon()),
      payments: {
        reserveRefund: payments.reserveRefund,
        applyRefund: async (params, call) => {
          if (paymentsIsAway) throw new TransportError("timeout", "payments.applyRefund", true);
          return payments.applyRefund(params, call);
        },
      },
    };
  });
  afterEach(async () => {
    await relay.stop();
    await brokers.stop();
    await pools.close();
    await given().database.sql("delete from refunds.outbox");
  });

  const eventsOf = (id: string) =>
    taker.events.filter(({ object_id }) => object_id === id).map(({ event_type }) => event_type);
  const waiting = async (id: string) => (await given().events(id)).map(({ type }) => type);

  it("reach the notifier with merchant and mode, and leave the outbox [EV-1]", async () => {
    const refund = await createRefund(deps, await given().request(await given().payments.paid()), "req_test");
    await waitFor("the event", () => taker.events.length === 1);
    expect(taker.events[0]).to.include({ ...SCOPE, event_type: "refund.processing", object_id: refund.id });
    expect(JSON.parse(taker.events[0]?.payload ?? "").data).to.deep.equal({ refund });
    await waitFor("an empty outbox", async () => (await waiting(refund.id)).length === 0);
  });

  it("leave only after the Payment's owner acknowledged their version", async () => {
    const paymentId = await given().payments.paid();
    paymentsIsAway = true;
    const asked = await given().request(paymentId);
    const reported = await refusal(createRefund(deps, asked, "req_test"));
    expect(reported.type, "nor is its create answered before").to.equal("service_unavailable");
    const id = asked.refund_id;
    // Another Refund's event passes by, so that there was a pass which left this one alone.
    paymentsIsAway = false;
    const other = await createRefund(deps, await given().request(await given().payments.paid()), "req_test");
    await waitFor("the other's event", () => eventsOf(other.id).length === 1);
    expect(await waiting(id)).to.deep.equal(["refund.processing"]);
    await moveClock(given().database, 5_000);
    await reportDue(deps);
    await waitFor("the event", () => eventsOf(id).length === 1);
  });

  it("never tell of success before the Payment's amount_refunded has moved [D9-5]", async () => {
    const paymentId = await given().payments.paid();
    const seen: { readonly type: string; readonly payment: Payment }[] = [];
    taker.before = async (events) => {
      for (const { event_type } of events)
        seen.push({ type: event_type, payment: await given().payments.payment(paymentId) });
    };
    const refund = await createRefund(deps, await given().request(paymentId), "req_test");
    await waitFor("the first event", () => eventsOf(refund.id).length === 1);
    paymentsIsAway = true;
    given().provider.reads({ kind: "succeeded" });
    await moveClock(given().database, 60_000);
    await syncRefunds(deps, 16);
    expect(await waiting(refund.id)).to.deep.equal(["refund.succeeded"]);
    relay.soon();
    const other = await given().payments.paid();
    paymentsIsAway = false;
    const next = await createRefund(deps, await given().request(other), "req_test");
    await waitFor("a pass", () => eventsOf(next.id).length === 1);
    expect(eventsOf(refund.id)).to.deep.equal(["refund.processing"]);
    expect((await given().payments.payment(paymentId)).amount_refunded).to.equal(0);
    await moveClock(given().database, 120_000);
    await reportDue(deps);
    await waitFor("the event", () => eventsOf(refund.id).length === 2);
    const succeeded = seen.filter(({ type }) => type === "refund.succeeded");
    expect(succeeded.map(({ payment }) => payment.amount_refunded)).to.deep.equal([100]);
  });
});
