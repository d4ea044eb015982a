import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, type Answer } from "./support/api.ts";
import { payoutOf, payoutsOf } from "./support/payouts.ts";
import { LEASE_MS, TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";

/** A create whose answer may never come; nobody waits for it. */
const unanswered = (answer: Promise<Answer>): Promise<Answer | null> => answer.catch(() => null);

for (const wiring of WIRINGS) {
  describe(`a killed process leaves one payout, sent at most once, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    const { send, sendUntilTold, read, sent } = payoutsOf(platform);
    afterEach(async () => {
      await platform().acquirer.mend();
      await waitFor(
        "payouts to go out",
        async () => payoutOf(await send({ amount: 106_000 })).status === "SUCCEEDED",
        45_000,
      );
    });

    const rowOf = (amount: number) =>
      waitFor(`the row of ${amount}`, async () => {
        const [row] = await platform().database.sql("select id from payouts.payouts where amount = $1", [
          amount,
        ]);
        return row === undefined ? false : String(row["id"]);
      });

    /** The same key tells of the one payout, which ends as the acquirer's book says. */
    async function afterTheCrash(key: string, amount: number, id: string): Promise<string> {
      const early = await send({ amount }, key);
      if (early.status !== 201) expect(errorOf(early).code).to.equal("idempotency_key_in_use");
      await platform().passTime(LEASE_MS + 1_000);
      const told = payoutOf(await sendUntilTold({ amount }, key));
      expect(told.id).to.equal(id);
      const status = await waitFor(
        "the end of it",
        async () => {
          const payout = await read(id);
          return (payout.status === "SUCCEEDED" || payout.status === "FAILED") && payout.status;
        },
        45_000,
      );
      expect([status, await sent(id)]).to.deep.equal(status === "SUCCEEDED" ? [status, 1] : ["FAILED", 0]);
      const rows = await platform().database.sql("select id from payouts.payouts where amount = $1", [
        amount,
      ]);
      expect(rows, "one payout").to.deep.equal([{ id }]);
      return status;
    }

    it("killed before the acquirer did anything: closed there, and FAILED", async () => {
      const { acquirer, crash } = platform();
      const [key, amount] = [randomUUID(), 30_001];
      await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: 60_000, times: 1 });
      const answer = unanswered(send({ amount }, key));
      const id = await rowOf(amount);
      await acquirer.met();
      await crash("payouts");
      await acquirer.mend();
      await afterTheCrash(key, amount, id);
      await answer;
    });

    it("killed between the acquirer's execution and its recording: the execution is found", async () => {
      const { acquirer, database, crash } = platform();
      const [key, amount] = [randomUUID(), 106_000];
      await database.sql("delete from payouts.payouts where amount = $1", [amount]);
      await acquirer.fault({ operation: "payout", fault: "slow", delay_ms: 1_000, times: 1 });
      const answer = unanswered(send({ amount }, key));
      const id = await rowOf(amount);
      const release = await database.hold("select 1 from payouts.payouts where id = $1 for update", [id]);
      await waitFor("the payout in the book", async () => (await sent(id)) === 1);
      await crash("payouts");
      await release();
      expect(await afterTheCrash(key, amount, id)).to.equal("SUCCEEDED");
      await answer;
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
      for (const { id } of answers.map(payoutOf)) {
        const status = await waitFor(
          `the end of ${id}`,
          async () => {
            const payout = await read(id);
            return (payout.status === "SUCCEEDED" || payout.status === "FAILED") && payout.status;
          },
          45_000,
        );
        expect([status, await sent(id)]).to.deep.equal(status === "SUCCEEDED" ? [status, 1] : ["FAILED", 0]);
      }
    });
  });
}
