import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { payoutOf, payoutsOf, unanswered } from "./support/payouts.ts";
import { LEASE_MS, OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";
import type { Answer } from "./support/api.ts";

describe("a process that is stopped over the end of its claim, while its replica goes on", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS, { replicas: "refunds=2,payouts=2" });
  const refunds = refundsOf(platform);
  const payouts = payoutsOf(platform);
  afterEach(async () => {
    for (const service of ["refunds", "payouts"]) platform().signal(service, "SIGCONT");
    await platform().acquirer.mend();
  });

  /**
   * Sends creates until the replica that is not stopped has taken one, and stops it in the middle of its insert, which
   * the database commits. The other one, which was stopped until then, goes on.
   */
  async function stoppedAtInsert(
    table: "refunds" | "payouts",
    create: (key: string) => Promise<Answer>,
  ): Promise<{ readonly key: string; readonly stopped: number; readonly living: number }> {
    const { database, pids } = platform();
    const [living = 0, stopped = 0] = pids(table);
    process.kill(living, "SIGSTOP");
    const release = await database.hold(`lock table ${table}.${table} in exclusive mode`);
    let key = "";
    await waitFor(`an insert of ${table} that waits`, async () => {
      key = randomUUID();
      const answered = unanswered(create(key));
      const waits = waitFor(
        "it to wait",
        async () => {
          const waiting = await database.sql(
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into ${table}.${table} %'`,
          );
          return waiting.length > 0;
        },
        20_000,
      );
      return Promise.race([waits, answered.then(() => false)]);
    });
    process.kill(stopped, "SIGSTOP");
    await release();
    process.kill(living, "SIGCONT");
    return { key, stopped, living };
  }

  const kindsOf = async (schema: "refunds" | "payouts", id: string) =>
    (await platform().database.sql(`select kind from ${schema}.anomalies where object_id = $1`, [id])).map(
      ({ kind }) => String(kind),
    );
  const eventsOf = async (id: string) =>
    (
      await platform().database.sql(
        "select type from notifier.events where object_id = $1 order by version",
        [id],
      )
    ).map(({ type }) => String(type));

  /** Goes on, and is known to have done what it was about to: it alone serves whoever asks meanwhile. */
  async function goOn(
    { stopped, living }: { stopped: number; living: number },
    serves: () => Promise<Answer>,
  ) {
    process.kill(living, "SIGSTOP");
    process.kill(stopped, "SIGCONT");
    await waitFor("what it serves", async () => (await serves()).status === 201, 45_000);
    process.kill(living, "SIGCONT");
  }

  it("does not end a Refund that the other one has told of: only the acquirer's word does", async () => {
    const { acquirer, passTime } = platform();
    const paymentId = await refunds.paid();
    const create = (key: string) => refunds.send(paymentId, 60_000, key);
    const attempt = await stoppedAtInsert("refunds", create);
    await acquirer.fault({ operation: "read_refund", fault: "unavailable" });
    await passTime(LEASE_MS + 1_000);
    const told = await waitFor(
      "the other one's answer",
      async () => {
        const answer = await create(attempt.key);
        return answer.status === 201 && refundOf(answer);
      },
      45_000,
    );
    expect(told.status).to.equal("PROCESSING");
    const another = await refunds.paid();
    await goOn(attempt, () => refunds.send(another, 60_000));
    await acquirer.mend();
    await refunds.reckonLater(paymentId);
    const ended = await refunds.read(told.id);
    expect([ended.status, ended.failure?.code]).to.deep.equal(["FAILED", "processor_error"]);
    expect(await refunds.returned(told.id)).to.equal(0);
    expect(await kindsOf("refunds", told.id)).to.deep.equal([]);
    await waitFor("its events", async () => (await eventsOf(told.id)).length === 2);
    expect(await eventsOf(told.id)).to.deep.equal(["refund.processing", "refund.failed"]);
  });

  it("does not contradict a Payout that the other one has closed", async () => {
    const { passTime } = platform();
    const amount = 32_101;
    const attempt = await stoppedAtInsert("payouts", (key) => payouts.send({ amount }, key));
    const id = await payouts.rowOf(amount);
    await passTime(LEASE_MS + 1_000);
    await payouts.becomes(id, "FAILED");
    await goOn(attempt, () => payouts.send({ amount: 106_000 }));
    await passTime(LEASE_MS + 1_000);
    const told = payoutOf(await payouts.sendUntilTold({ amount }, attempt.key));
    expect(told).to.include({ id, status: "FAILED", failure_code: "processor_error" });
    expect(await payouts.sent(id)).to.equal(0);
    expect(await kindsOf("payouts", id)).to.deep.equal([]);
    await waitFor("its events", async () => (await eventsOf(id)).length === 2);
    expect(await eventsOf(id)).to.deep.equal(["payout.pending", "payout.failed"]);
  });
});
