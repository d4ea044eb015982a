import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { counted } from "./support/counted.ts";
import { jobsTaken } from "./support/jobs.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundsOf } from "./support/refunds.ts";

/** Executed at the acquirer, its answer lost: only a status sync finds out. */
const LOST = 105_098;
/** Processing for ever: synced again and again. */
const ENDLESS = 104_099;
const SYNCS = { task: "payments.lookDue" };
/** Taken and not ended: at most one in each slot. */
const UNDER_WAY = 4;

describe("jobs that three processes share", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS, { replicas: "payments=3" });
  const refunds = refundsOf(platform);
  const payouts = payoutsOf(platform);

  afterEach(async () => {
    for (const service of ["payments", "refunds", "reconciler"]) platform().signal(service, "SIGCONT");
    await platform().acquirer.mend();
    await waitFor("health", async () => (await health()) === "ok", 45_000);
  });

  const health = async () => {
    const { status }: { status: string } = JSON.parse((await platform().api.send("GET", "/v1/health")).text);
    return status;
  };
  /** Asked of the database: a process that is stopped answers no read. */
  const found = async (id: string) => {
    const status = await waitFor(
      `the charge of ${id} to be found`,
      async () => {
        const [row] = await platform().database.sql("select status from payments.payments where id = $1", [
          id,
        ]);
        return row?.["status"] !== "PENDING" && row?.["status"];
      },
      30_000,
    );
    expect([status, await platform().acquirer.charges(id)]).to.deep.equal(["SUCCEEDED", 1]);
  };
  const lost = async () => {
    const payment = paymentOf(await platform().api.create({ amount: LOST }));
    expect(payment.status).to.equal("PENDING");
    return payment.id;
  };
  const taken = (slots?: string) => jobsTaken(platform(), "payments", slots);
  /** How many jobs ended in these processes, and how many were taken at the least and most, by these and by others. */
  const runs = async () => {
    const { taken: least } = await taken();
    const run = await counted(platform(), "payments", "reconciler_runs_total", SYNCS);
    return { least, run, most: (await taken()).taken };
  };

  it("are no more than one process would take, and read the provider once a status sync", async () => {
    const { api, database } = platform();
    const begun = await runs();
    const before = await taken("lane = 0");
    for (let times = 0; times < 12; times += 1)
      expect(paymentOf(await api.create({ amount: ENDLESS })).status).to.equal("PROCESSING");
    const syncs = async () => {
      const [row] = await database.sql("select sum(look_count)::integer as syncs from payments.payments");
      return Number(row?.["syncs"]);
    };
    const reads = () => counted(platform(), "payments", "provider_requests_total", { operation: "read" });
    await waitFor("every payment's third status sync", async () => (await syncs()) >= 36, 30_000);
    // Between two waves of status syncs nothing is under way: all that were counted have been read, once.
    await waitFor("as many reads as status syncs", async () => {
      const seen = await syncs();
      return (await reads()) === seen && (await syncs()) === seen;
    });
    const after = await taken("lane = 0");
    // At most one in each stretch of 500 ms. The first stretch and the last are not whole.
    expect(after.taken - before.taken).to.be.at.most((after.atMs - before.atMs) / 500 + 2);
    const done = await runs();
    expect(done.run - begun.run, "each job was done by one process").to.be.within(
      done.least - begun.most - UNDER_WAY,
      done.most - begun.least + UNDER_WAY,
    );
    await database.sql("update payments.payments set next_look_at = '2099-01-01'");
  });

  it("find what was lost while one of them hangs, and after one was killed [D10-7]", async () => {
    const { pids } = platform();
    for (const pid of pids("payments")) {
      const id = await lost();
      process.kill(pid, "SIGSTOP");
      await found(id);
      process.kill(pid, "SIGCONT");
    }
    for (const pid of pids("payments").slice(0, 2)) {
      const id = await lost();
      process.kill(pid, "SIGKILL");
      await found(id);
    }
    await waitFor("all processes again", () => pids("payments").length === 3, 45_000);
  });

  it("of everybody else go on while an owner does not answer, and its own when it is back", async () => {
    const { signal, api } = platform();
    const paid = await refunds.paid(500_000);
    signal("refunds", "SIGSTOP");
    const payout = payoutOf(await payouts.send({ amount: LOST }));
    await found(await lost());
    expect(await payouts.endOf(payout.id)).to.equal("SUCCEEDED");
    signal("refunds", "SIGCONT");
    await waitFor(
      "refunds",
      async () => (await refunds.send(paid, LOST, "after-the-stop")).status === 201,
      30_000,
    );
    await refunds.reconcile(paid);
    expect(paymentOf(await api.read(paid)).amount_refunded).to.equal(LOST);
  });

  it("go on while the reconciler is away, which degrades the health alone", async () => {
    const { api, signal } = platform();
    signal("reconciler", "SIGSTOP");
    await waitFor("the health to tell", async () => (await health()) === "degraded");
    await found(await lost());
    const processing = paymentOf(await api.create({ amount: 104_000 }));
    await waitFor("the callback's status sync", async () => {
      return paymentOf(await api.read(processing.id)).status === "SUCCEEDED";
    });
    signal("reconciler", "SIGCONT");
  });

  it("leave nothing undone and nothing done twice", async () => {
    const { database } = platform();
    const open = "select id from payments.payments where status = 'PENDING'";
    await waitFor("all to end", async () => (await database.sql(open)).length === 0, 30_000);
    const failing = await database.sql(
      `select task, last_error from payments.jobs where lane = 0 and failures > 3
       union all select task, last_error from reconciler.turns where lane = 0 and failures > 3`,
    );
    expect(failing).to.deep.equal([]);
  });
});
