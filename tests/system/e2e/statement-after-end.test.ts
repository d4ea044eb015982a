import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { reconcileJournal } from "./support/ledger.ts";
import { arrivesLate, lateOrder } from "./support/late-requests.ts";
import { cli } from "./support/merchants.ts";
import { PAYOUT_CARD, payoutOf, payoutsOf } from "./support/payouts.ts";
import { OVER_NATS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";
import { statementOf } from "./support/statement.ts";

const CHARGED = 4_999;
const REFUNDED = 1_000;
const PAID_OUT = 2_000;

interface Anomalies {
  readonly anomalies: readonly { id: string; kind: string; object_id: string }[];
}

describe("what the acquirer moved after an end, and nobody told us", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(OVER_NATS, { replicas: "reconciler=2,payments=2" });
  const statement = statementOf(platform);
  const refunds = refundsOf(platform);
  const payouts = payoutsOf(platform);
  afterEach(() => platform().acquirer.mend());

  /** It calls nobody back. */
  async function executes(path: string, body: object): Promise<void> {
    expect(["processing", "succeeded"], path).to.include(await arrivesLate(platform(), path, body));
  }

  /** One of each kind that ended as FAILED, and was executed afterwards. */
  async function executedAfterEnd() {
    const { api, acquirer } = platform();
    const paid = await refunds.paid(9_000);
    await acquirer.fault(
      { operation: "authorise", fault: "fail_before" },
      { operation: "refund", fault: "fail_before" },
      { operation: "payout", fault: "fail_before" },
    );
    const charge = paymentOf(await api.create({ amount: CHARGED }));
    const refund = refundOf(await refunds.send(paid, REFUNDED));
    const payout = payoutOf(await payouts.send({ amount: PAID_OUT }));
    await acquirer.mend();
    expect([charge.status, refund.status, payout.status]).to.deep.equal(["FAILED", "FAILED", "FAILED"]);
    const currency = "EUR";
    await executes(`orders/${charge.id}`, lateOrder(CHARGED));
    await executes(`refunds/${refund.id}`, { charge: paid, amount: REFUNDED, currency });
    await executes(`payouts/${payout.id}`, {
      amount: PAID_OUT,
      currency,
      card: { number: PAYOUT_CARD },
      recipient: { first_name: "Łucja", last_name: "Żółkiewska-Čapek", country: "PL" },
      initiator_ip_address: "203.0.113.7",
    });
    const ids = [charge.id, refund.id, payout.id];
    await waitFor("the acquirer to have executed them", async () => {
      const book = await platform().acquirer.book();
      return ids.every((id) => book.some(({ reference }) => reference === id));
    });
    return { charge: charge.id, refund: refund.id, payout: payout.id };
  }
  const open = async () => (await cli<Anomalies>(platform(), "anomaly", "list")).anomalies;

  it("is found by the statement, asked about, held in suspense, and a charge given back, once", async () => {
    await statement.nextDayAt("12:00:00");
    const { charge, refund, payout } = await executedAfterEnd();
    const day = await statement.today();
    await statement.nextDayAt("00:10:00");
    await statement.compare(day);
    const anomalies = await waitFor("the anomalies", async () => {
      const all = await open();
      return all.length === 3 && all;
    });
    expect(anomalies.map(({ kind, object_id }) => `${kind} ${object_id}`)).to.have.members([
      `charged_after_end ${charge}`,
      `executed_after_end ${refund}`,
      `executed_after_end ${payout}`,
    ]);
    // Our journals are what the acquirer did, and nothing was moved for it.
    await reconcileJournal(platform(), ["charge", "refund", "payout", "reversal"]);

    for (let times = 0; times < 2; times += 1)
      expect(await statement.compare(day)).to.include({ state: "done", differing: 0, awaiting: 0 });
    expect(await statement.standing(day)).to.deep.equal([]);
    expect(await open()).to.have.length(3);

    const late = anomalies.find(({ object_id }) => object_id === charge);
    await cli(platform(), "anomaly", "reverse", late?.id ?? "");
    await statement.compare(day);
    expect(await open()).to.have.length(2);
    const book = (await platform().acquirer.book()).filter(({ reference }) =>
      [charge, refund, payout].includes(reference),
    );
    expect(
      book.map(({ reference, kind, executions }) => `${kind} ${reference} ${executions}`),
    ).to.have.members([
      `charge ${charge} 1`,
      `reversal ${charge} 1`,
      `refund ${refund} 1`,
      `payout ${payout} 1`,
    ]);
    await reconcileJournal(platform(), ["charge", "refund", "payout", "reversal"]);
    expect(paymentOf(await platform().api.read(charge)).status).to.equal("FAILED");

    // The reversal, and what was posted on the day after, agree with the next statement.
    const next = await statement.today();
    await statement.nextDayAt("00:10:00");
    expect(await statement.compare(next)).to.include({ state: "done", differing: 0, awaiting: 0 });
    expect(await statement.standing(next)).to.deep.equal([]);
  });
});
