import { seededRandom, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { paymentOf } from "./support/api.ts";
import { counted } from "./support/counted.ts";
import { reconcileJournal } from "./support/ledger.ts";
import { cli } from "./support/merchants.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";
import { statementOf } from "./support/statement.ts";

/** At once, later, declined, declined later, and its answer lost. */
const PAYMENTS = [4_999, 104_000, 100_051, 104_051, 105_098];
const TRANSFERS = [4_999, 100_051, 104_051, 106_000, 105_098];
const REFUNDABLE = 900_000;

const random = seededRandom();
const below = (bound: number): number => Math.floor(random() * bound);
const one = (amounts: readonly number[]): number => amounts[below(amounts.length)] ?? 0;

for (const wiring of WIRINGS) {
  describe(`the provider's statement, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    const statement = statementOf(platform);
    const refunds = refundsOf(platform);
    const payouts = payoutsOf(platform);
    const service = wiring.distributed ? "reconciler" : "standalone";

    // Far from the real midnight: every test says itself when it is.
    beforeEach("begin a day", () => statement.nextDayAt("12:00:00"));
    afterEach("take back every fault", () => statement.wrong());

    /** A Payment, a Payout or a Refund of any outcome. */
    async function anything(paid: string): Promise<void> {
      const what = below(3);
      if (what === 0) await platform().api.create({ amount: one(PAYMENTS) });
      else if (what === 1) await payouts.send({ amount: one(TRANSFERS) });
      else await refunds.send(paid, 1 + below(1_999));
    }
    const OPEN = ["payments", "refunds", "payouts"].map(
      (owner) => `select id from ${owner}.${owner} where status in ('PENDING', 'PROCESSING')`,
    );
    const rest = () =>
      waitFor(
        "everything to end",
        async () => (await platform().database.sql(OPEN.join(" union all "))).length === 0,
        45_000,
      );
    /** It asks for days in their order, so that those before are over with too. */
    const comparedByTheClock = (day: string) =>
      waitFor(
        `${day} to be compared by the clock`,
        async () => (await statement.report(day)).run?.complete === true,
        30_000,
      );
    const alarm = (kind: string) => counted(platform(), service, "reconciler_mismatches_open", { kind });

    it("agrees with the books of a day, also while they grow, and over the midnight they are compared by themselves", async () => {
      const paid = await refunds.paid(REFUNDABLE);
      const day = await statement.todayAt("23:59:54");
      let isOver = false;
      const traffic = Array.from({ length: 6 }, async () => {
        while (!isOver) await anything(paid);
      });
      // Runs over midnight, whichever day is today.
      for (let times = 0; times < 4; times += 1)
        expect(await statement.compare("today")).to.include({ state: "done", differing: 0 });
      await waitFor("the next day", async () => (await statement.today()) !== day, 20_000);
      await statement.compare("today");
      isOver = true;
      await Promise.all(traffic);
      await rest();
      const next = await statement.todayAt("00:10:00");

      const compared = async (date: string) => {
        await comparedByTheClock(date);
        const { run } = await statement.report(date);
        expect(run).to.include({ asked_by: "clock", state: "done", differing: 0, awaiting: 0 });
        expect(await statement.standing(date)).to.deep.equal([]);
        return run?.statement_lines ?? 0;
      };
      const before = await compared(day);
      await statement.nextDayAt("00:10:00");
      const after = await compared(next);
      expect(before).to.be.above(0);
      expect(after).to.be.above(0);
      for (const date of [day, next]) {
        const again = await cli<{ run: object; differences: object[] }>(
          platform(),
          "reconcile",
          "run",
          "--date",
          date,
        );
        expect(again.run).to.include({ state: "done", differing: 0, awaiting: 0 });
      }
      await reconcileJournal(platform(), ["charge", "refund", "payout", "reversal"]);
    });

    it("finds each difference that the acquirer is told to make, exactly, until it is put right or resolved", async () => {
      const pay = async () => paymentOf(await platform().api.create({ amount: 4_999 })).id;
      const [omitted, doubled, dearer, foreign, right] = [
        await pay(),
        await pay(),
        await pay(),
        await pay(),
        await pay(),
      ];
      const declined = paymentOf(await platform().api.create({ amount: 100_051 })).id;
      const refund = refundOf(await refunds.send(right, 1_000)).id;
      const payout = payoutOf(await payouts.send({ amount: 106_000 })).id;
      await refunds.becomes(refund, "SUCCEEDED");
      const day = await statement.today();
      const executed_at = Date.parse(`${day}T11:00:00Z`) / 1_000;
      const added = (kind: string, reference: string) => ({
        fault: "add",
        line: { kind, reference, amount: 4_999, currency: "EUR", executed_at },
      });
      await statement.wrong(
        { fault: "omit", kind: "charge", reference: omitted },
        { fault: "duplicate", kind: "charge", reference: doubled },
        { fault: "amount", kind: "charge", reference: dearer, amount: 5_000 },
        { fault: "currency", kind: "charge", reference: foreign, currency: "USD" },
        { fault: "late", kind: "payout", reference: payout },
        { fault: "amount", kind: "refund", reference: refund, amount: 999 },
        added("charge", "pay_of_nobody"),
        added("charge", declined),
        added("reversal", right),
      );
      const next = await statement.nextDayAt("00:10:00");
      expect(await statement.compare(day)).to.include({
        state: "done",
        complete: true,
        differing: 9,
        awaiting: 0,
      });
      const expected = [
        `missing_there charge ${omitted} open`,
        `duplicate_there charge ${doubled} open`,
        `amount charge ${dearer} open`,
        `currency charge ${foreign} open`,
        `missing_there payout ${payout} open`,
        `amount refund ${refund} open`,
        "missing_here charge pay_of_nobody open",
        `status charge ${declined} open`,
        `status reversal ${right} open`,
      ].toSorted();
      const found = await statement.standing(day);
      expect(found).to.deep.equal(expected);
      expect(await alarm("missing_there")).to.equal(2);
      expect(await alarm("amount")).to.equal(2);

      // A day later the statement has the payout.
      await statement.nextDayAt("00:10:00");
      await statement.compare(next);
      expect(await statement.standing(day)).to.deep.equal(found.filter((line) => !line.includes(payout)));

      await statement.wrong(added("charge", "pay_of_nobody"));
      await statement.compare(next);
      await statement.compare(day);
      expect(await statement.standing(day)).to.deep.equal(["missing_here charge pay_of_nobody open"]);
      const [last] = (await statement.report(day)).differences;
      expect(await statement.resolve(last?.id ?? "", "told the acquirer")).to.include({ state: "resolved" });
      expect(await statement.standing(day)).to.deep.equal([]);
      expect(await alarm("missing_here")).to.equal(0);
      const { entries } = await cli<{ entries: { service: string; act: string; subject: string }[] }>(
        platform(),
        "audit",
        "list",
        "--limit",
        "5",
      );
      expect(entries.filter(({ subject }) => subject === last?.id)).to.have.length(1);
      // The same facts stay resolved, and nothing else is found any more.
      expect(await statement.compare(day)).to.include({ differing: 1 });
      expect(await statement.standing(day)).to.deep.equal([]);
    });

    it("is compared all the same when the process that does it dies", async () => {
      await platform().api.create({ amount: 4_999 });
      const day = await statement.today();
      await statement.nextDayAt("00:10:00");
      await comparedByTheClock(day);
      await platform().acquirer.fault({ operation: "statement", fault: "slow", delay_ms: 60_000, times: 1 });
      const { id } = await statement.ask(day);
      await platform().acquirer.met();
      await platform().crash("reconciler");
      expect(await statement.ended(id)).to.include({ state: "done", differing: 0, asked_by: "e2e" });
      const [row] = await platform().database.sql(
        "select attempt from reconciler.statement_runs where id = $1",
        [id],
      );
      expect(row).to.deep.equal({ attempt: 2 });
    });

    for (const [fault, error] of [
      ["cut", "statement_lost"],
      ["garble", "statement_garbled"],
    ] as const) {
      it(`believes nothing of a statement that is not whole (${fault}), and says so`, async () => {
        const { id } = paymentOf(await platform().api.create({ amount: 4_999 }));
        const day = await statement.today();
        await statement.nextDayAt("00:10:00");
        // What the clock asks for meanwhile would fail as well, and after a few failures the provider is let alone.
        await comparedByTheClock(day);
        await statement.wrong({ fault }, { fault: "omit", kind: "charge", reference: id });
        expect(await statement.compare(day)).to.include({ state: "failed", error });
        expect(await statement.standing(day)).to.deep.equal([]);
        await statement.wrong();
        expect(await statement.compare(day)).to.include({ error: null, state: "done", differing: 0 });
      });
    }
  });
}
