import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import { errorOf, type Answer } from "./support/api.ts";
import { interruptInsert } from "./support/interrupted-insert.ts";
import { payoutOf, payoutsOf, unanswered } from "./support/payouts.ts";
import { LEASE_MS, TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";

for (const wiring of WIRINGS) {
  describe(`a killed process leaves one payout, sent at most once, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    const { send, sent, rowOf, idsOf, endOf, checkInvariants } = payoutsOf(platform);
    afterEach(async () => {
      await platform().acquirer.mend();
      await waitFor(
        "payouts to go out",
        async () => payoutOf(await send({ amount: 106_000 })).status === "SUCCEEDED",
        45_000,
      );
    });

    /** The key is in use while its lease lasts; then it tells of the one payout, which ends as the book says. */
    async function afterTheCrash(key: string, amount: number): Promise<string> {
      const early = await send({ amount }, key);
      if (early.status !== 201) expect(errorOf(early).code).to.equal("idempotency_key_in_use");
      await platform().passTime(LEASE_MS + 1_000);
      return checkInvariants(key, amount);
    }

    /** A create whose insert waits at the database. */
    async function insertHeld(amount: number, key: string) {
      const { database } = platform();
      const release = await database.hold("lock table payouts.payouts in share row exclusive mode");
      const answer = unanswered(send({ amount }, key));
      await waitFor("the insert to wait", async () => {
        const waiting = await database.sql(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into payouts.payouts%'",
        );
        return waiting.length > 0;
      });
      return { answer, release };
    }

    it("killed before the insert, which comes after the time to start: nothing is made of it [PO-18]", async () => {
      const { crash, passTime } = platform();
      const [key, amount] = [randomUUID(), 30_011];
      const { answer, release } = await insertHeld(amount, key);
      const crashed = crash("payouts");
      // The statement is the server's own by now, and goes on without its process.
      await passTime(LEASE_MS + 1_000);
      await release();
      await crashed;
      await answer;
      expect(await idsOf(amount)).to.deep.equal([]);
      expect(await checkInvariants(key, amount)).to.equal("SUCCEEDED");
    });

    it("killed between the insert and the submission: closed at the acquirer, and FAILED [PO-18]", async () => {
      const { crash } = platform();
      const amount = 30_012;
      let crashed = Promise.resolve();
      const { key, answered } = await interruptInsert(platform(), {
        table: "payouts",
        create: (one) => send({ amount }, one),
        interrupt: () => {
          crashed = crash("payouts");
        },
        goOn: () => crashed,
      });
      await crashed;
      await answered;
      expect(await afterTheCrash(key, amount)).to.equal("FAILED");
    });

    it("killed before the acquirer did anything: closed there, and FAILED", async () => {
      const { acquirer, crash } = platform();
      const [key, amount] = [randomUUID(), 30_001];
      await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: 60_000, times: 1 });
      const answer = unanswered(send({ amount }, key));
      await rowOf(amount);
      await acquirer.met();
      await crash("payouts");
      await acquirer.mend();
      await afterTheCrash(key, amount);
      await answer;
    });

    it("killed between the acquirer's execution and its recording: the execution is found [PO-18]", async () => {
      const { acquirer, database, crash } = platform();
      const [key, amount] = [randomUUID(), 30_002];
      await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: HELD_MS, times: 1 });
      const answer = unanswered(send({ amount }, key));
      const id = await rowOf(amount);
      const release = await database.hold("select 1 from payouts.payouts where id = $1 for update", [id]);
      await acquirer.mend();
      await waitFor("the payout in the book", async () => (await sent(id)) === 1);
      await crash("payouts");
      await release();
      expect(await afterTheCrash(key, amount)).to.equal("SUCCEEDED");
      await answer;
    });

    it("the gateway killed before it keeps the answer: the next request with the key tells the end [PO-18]", async () => {
      const { acquirer, database, crash } = platform();
      const [key, amount] = [randomUUID(), 30_004];
      await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: HELD_MS, times: 1 });
      const answer = unanswered(send({ amount }, key));
      const id = await rowOf(amount);
      const release = await database.hold(
        "select 1 from idempotency.records where object_id = $1 for update",
        [id],
      );
      await acquirer.mend();
      await waitFor("the outcome to be recorded", async () => {
        const rows = await database.sql(
          "select 1 from payouts.payouts where id = $1 and status <> 'PENDING'",
          [id],
        );
        return rows.length === 1;
      });
      await crash("api-gateway");
      await release();
      expect(await answer).to.equal(null);
      expect(await afterTheCrash(key, amount)).to.equal("SUCCEEDED");
    });

    it("killed under load: nothing is lost, and nothing goes out twice [PO-18]", async () => {
      const { acquirer, crash, passTime } = platform();
      await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: 200 });
      const creates = Array.from({ length: 20 }, (_, index) => ({
        key: randomUUID(),
        amount: 31_000 + index,
      }));
      const before = (await acquirer.book()).length;
      const answers = creates.map(({ key, amount }) => unanswered(send({ amount }, key)));
      await waitFor("some of them to go out", async () => (await acquirer.book()).length > before);
      await crash("payouts");
      await Promise.all(answers);
      await acquirer.mend();
      await passTime(LEASE_MS + 1_000);
      for (const { key, amount } of creates) await checkInvariants(key, amount);
    });

    it("whatever the acquirer does, each payout ends as its book says", async () => {
      const { acquirer, passTime } = platform();
      const answers: Answer[] = [];
      for (const fault of [
        "fail_before",
        "lose_answer",
        "garbage",
        "other_amount",
        "down",
        "throttle",
      ] as const) {
        await acquirer.fault({ operation: "payout", fault, times: 1 });
        answers.push(await send({ amount: 30_003 }));
        await acquirer.mend();
      }
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
      await passTime(LEASE_MS);
      for (const { id } of answers.map(payoutOf)) await endOf(id);
    });
  });
}
