import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { interruptInsert, type Interrupted } from "./support/interrupted-insert.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { LEASE_MS, OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";
import type { Answer } from "./support/api.ts";

interface Stopped extends Interrupted {
  readonly stopped: number;
  readonly living: number;
}

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
   * The replica that is not stopped is stopped in the middle of its insert, and the other one, stopped until then, goes
   * on.
   */
  async function stoppedAtInsert(
    table: "refunds" | "payouts",
    create: (key: string) => Promise<Answer>,
  ): Promise<Stopped> {
    const { pids } = platform();
    const [living = 0, stopped = 0] = pids(table);
    process.kill(living, "SIGSTOP");
    const attempt = await interruptInsert(platform(), {
      table,
      create,
      interrupt: () => void process.kill(stopped, "SIGSTOP"),
      goOn: () => void process.kill(stopped, "SIGCONT"),
    });
    process.kill(living, "SIGCONT");
    return { ...attempt, stopped, living };
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

  /**
   * Goes on after its create was answered without it, so that its time to submit is over as it really passes, and is
   * known to have done what it was about to: it alone serves requests meanwhile.
   */
  async function goOn({ stopped, living, answered }: Stopped, serves: () => Promise<Answer>) {
    await answered;
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
    const shown = await waitFor(
      "the other one's answer",
      async () => {
        const answer = await create(attempt.key);
        // The bus hands some to the stopped one, which keep the key for a whole lease each.
        if (answer.status === 409) await passTime(LEASE_MS + 1_000);
        return refundOf(answer);
      },
      45_000,
    );
    expect(shown.status).to.equal("PROCESSING");
    const another = await refunds.paid();
    await goOn(attempt, () => refunds.send(another, 60_000));
    await acquirer.mend();
    await refunds.reconcileLater(paymentId);
    const ended = await refunds.read(shown.id);
    expect([ended.status, ended.failure?.code]).to.deep.equal(["FAILED", "processor_error"]);
    expect(await refunds.returned(shown.id)).to.equal(0);
    expect(await kindsOf("refunds", shown.id)).to.deep.equal([]);
    await waitFor("its events", async () => (await eventsOf(shown.id)).length === 2);
    expect(await eventsOf(shown.id)).to.deep.equal(["refund.processing", "refund.failed"]);
  });

  it("does not contradict a Payout that the other one has closed", async () => {
    const { passTime } = platform();
    const amount = 32_101;
    const attempt = await stoppedAtInsert("payouts", (key) => payouts.send({ amount }, key));
    const { id } = attempt;
    await passTime(LEASE_MS + 1_000);
    await payouts.becomes(id, "FAILED");
    await goOn(attempt, () => payouts.send({ amount: 106_000 }));
    await passTime(LEASE_MS + 1_000);
    const shown = payoutOf(await payouts.sendUntilAnswered({ amount }, attempt.key));
    expect(shown).to.include({ id, status: "FAILED", failure_code: "processor_error" });
    expect(await payouts.sent(id)).to.equal(0);
    expect(await kindsOf("payouts", id)).to.deep.equal([]);
    await waitFor("its events", async () => (await eventsOf(id)).length === 2);
    expect(await eventsOf(id)).to.deep.equal(["payout.pending", "payout.failed"]);
  });
});
