import { createPools, type Pools } from "@flowlix/persistence";
import { createLogger, createLoops } from "@flowlix/runtime";
import { eventTaker, startBrokers, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { createPayout } from "../src/create/create-payout.ts";
import { relayEvents } from "@flowlix/engine";
import { payoutsOwner } from "../src/owner.ts";
import { createPayoutsStore } from "../src/payout/payouts-store.ts";
import { SCOPE, withPayouts } from "./support/payouts-under-test.ts";

describe("The events of Payouts", function () {
  this.timeout(20_000);
  const given = withPayouts();
  let pools: Pools;
  beforeEach(async () => {
    pools = await createPools({
      url: given().database.urlOf("payouts"),
      name: "test",
      hot: 2,
      read: 1,
      background: 2,
    });
  });
  afterEach(() => pools.close());

  it("reach the notifier in the order of each Payout, the one it is born in first, and leave the outbox [EV-1]", async () => {
    const taker = eventTaker();
    const brokers = await startBrokers({ nodes: { payouts: [], notifier: [taker.service] } });
    const logger = createLogger({ service: "payouts", instance: "test", level: "silent" });
    const { metrics } = brokers;
    const host = { broker: brokers.of("payouts"), metrics, logger, loops: createLoops(metrics) };
    given().provider.submits({ kind: "succeeded" });
    const store = createPayoutsStore(pools.hot, () => relay.soon());
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push(await createPayout(given().deps, await given().request(), ""));
    const relay = relayEvents(host, pools, given().deps.exceptions, payoutsOwner);
    made.push(await createPayout({ ...given().deps, store }, await given().request(), ""));
    await waitFor("the events", () => taker.events.length === 8);
    for (const payout of made) {
      const events = taker.events.filter(({ object_id }) => object_id === payout.id);
      expect(events.map(({ event_type, version }) => [event_type, version])).to.deep.equal([
        ["payout.pending", 1],
        ["payout.succeeded", 2],
      ]);
      expect(events.every(({ merchant_id }) => merchant_id === SCOPE.merchant_id)).to.equal(true);
      expect(JSON.parse(events[1]?.payload ?? "").data).to.deep.equal({ payout });
      await waitFor("an empty outbox", async () => (await given().events(payout.id)).length === 0);
    }
    await relay.stop();
    await brokers.stop();
  });
});
