import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { payoutsOf } from "./support/payouts.ts";
import { IN_PROCESS, LEASE_MS, OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundsOf } from "./support/refunds.ts";
import { eventTypesOf, reconcileEvents } from "./support/recorded-events.ts";

const REPLICAS = "payments=3,refunds=3,payouts=3,notifier=2";
/** Who loses a process, one after the other. */
const KILLED = ["payments", "notifier", "refunds", "payouts", "payments", "notifier"];

describe("events of owners that run three times over and are killed in turn", function () {
  this.timeout(2 * TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS, { replicas: REPLICAS });
  const refunds = refundsOf(platform);
  const payouts = payoutsOf(platform);

  const nothingUnderWay = () =>
    waitFor(
      "everything to end",
      async () => {
        const rows = await platform().database.sql(`
          select id from payments.payments where status not in ('SUCCEEDED', 'FAILED', 'EXPIRED')
          union all select id from refunds.refunds where status in ('PENDING', 'PROCESSING') or tell_at is not null
          union all select id from payouts.payouts where status in ('PENDING', 'PROCESSING')`);
        return rows.length === 0;
      },
      60_000,
    );

  it("all reach the notifier, once, in the order of their object [EV-2]", async () => {
    const { api, database, pids, passTime } = platform();
    const paid = await refunds.paid(500_000);
    const work = Array.from({ length: 240 }, (_, index) => () => {
      const key = randomUUID();
      if (index % 6 === 0) return refunds.sendUntilAnswered(paid, 100, key);
      if (index % 3 === 0) return payouts.sendUntilAnswered({}, key);
      return api.createUntilAnswered({ key, amount: index % 10 === 1 ? 100_051 : 1_000 }, 60_000);
    });
    const waiting = [...work];
    const victims = [...KILLED];
    let done = 0;
    const client = async () => {
      for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
        await task();
        done += 1;
        const victim = done % 35 === 0 ? victims.shift() : undefined;
        if (victim === undefined) continue;
        const [pid] = pids(victim);
        if (pid !== undefined) process.kill(pid, "SIGKILL");
        await passTime(LEASE_MS + 1_000);
      }
    };
    await Promise.all(Array.from({ length: 12 }, client));
    expect(victims).to.deep.equal([]);
    await nothingUnderWay();
    await reconcileEvents(database);
    const [refund] = await database.sql("select id from refunds.refunds where status = 'SUCCEEDED' limit 1");
    expect(await eventTypesOf(database, String(refund?.["id"]))).to.deep.equal([
      "refund.processing",
      "refund.succeeded",
    ]);
  });
});

describe("events of the last calls of a process that is told to stop", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS);

  it("leave before it ends, rather than with the next one", async () => {
    const { acquirer, api, database, restart } = platform();
    await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: 1_000, times: 1 });
    const answer = api.create({ amount: 777 });
    await waitFor("the payment to be under way", async () => {
      const rows = await database.sql("select id from payments.payments where amount = 777");
      return rows.length === 1;
    });
    expect(await restart()).to.equal(0);
    const { id, status } = paymentOf(await answer);
    expect(status).to.equal("SUCCEEDED");
    // The database was started again with everything else.
    const events = await database.sql(
      "select type, accepted_at < pg_postmaster_start_time() as before from notifier.events where object_id = $1",
      [id],
    );
    expect(events).to.deep.equal([{ type: "payment.succeeded", before: true }]);
  });
});
