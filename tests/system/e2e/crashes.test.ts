import { randomUUID } from "node:crypto";
import type { Payment } from "@flowlix/contracts";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import { errorOf, paymentOf, type Answer } from "./support/api.ts";
import { press } from "./support/payer.ts";
import { reconcile } from "./support/reconciliation.ts";
import { LEASE_MS, TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";

/** A create whose answer may never come; nobody waits for it. */
const sent = (answer: Promise<Answer>): Promise<Answer | null> => answer.catch(() => null);

for (const wiring of WIRINGS) {
  describe(`a killed process leaves one payment, charged at most once, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    // An acquirer that was gone leaves a breaker open for a while.
    afterEach(async () => {
      const { acquirer, api } = platform();
      await acquirer.mend();
      await waitFor(
        "payments to succeed",
        async () => paymentOf(await api.create()).status === "SUCCEEDED",
        30_000,
      );
    });

    const rowOf = (amount: number) =>
      waitFor(`the row of ${amount}`, async () => {
        const [row] = await platform().database.sql(
          "select id, status from payments.payments where amount = $1",
          [amount],
        );
        return row === undefined ? false : String(row["id"]);
      });
    const charged = (id: string) =>
      waitFor("the charge in the book", async () => (await platform().acquirer.charges(id)) === 1);

    /** While the lease lasts the key is in use; once it has ended, the same key tells of the one payment. */
    async function afterTheCrash(key: string, amount: number, id: string): Promise<Payment> {
      const { api, acquirer, database, passTime } = platform();
      const early = await api.create({ key, amount });
      if (early.status !== 201) expect(errorOf(early).code).to.equal("idempotency_key_in_use");
      await passTime(LEASE_MS + 1_000);
      const shown = paymentOf(await api.createUntilAnswered({ key, amount }));
      expect(shown.id).to.equal(id);
      const ended = await waitFor(
        "the end of it",
        async () => {
          const payment = paymentOf(await api.read(id));
          return payment.status === "PENDING" ? false : payment;
        },
        45_000,
      );
      const rows = await database.sql("select id from payments.payments where amount = $1", [amount]);
      expect(rows, "one payment").to.deep.equal([{ id }]);
      const charges = await acquirer.charges(id);
      expect([ended.status, charges]).to.deep.equal(charges === 1 ? ["SUCCEEDED", 1] : ["FAILED", 0]);
      if (shown.status !== "PENDING") expect(shown.status).to.equal(ended.status);
      return ended;
    }

    it("killed between insert and provider call", async () => {
      const { api, acquirer, crash } = platform();
      const [key, amount] = [randomUUID(), 20_001];
      await acquirer.fault({ operation: "register", fault: "slow", delay_ms: 60_000, times: 1 });
      const answer = sent(api.create({ key, amount }));
      const id = await rowOf(amount);
      await acquirer.met();
      await crash("payments");
      await acquirer.mend();
      await afterTheCrash(key, amount, id);
      await answer;
    });

    it("killed while the authorisation is on its way", async () => {
      const { api, acquirer, crash } = platform();
      const [key, amount] = [randomUUID(), 20_002];
      await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 });
      const answer = sent(api.create({ key, amount }));
      const id = await rowOf(amount);
      await acquirer.met();
      await crash("payments");
      await acquirer.mend();
      await afterTheCrash(key, amount, id);
      await answer;
    });

    it("killed between provider call and recording: the charge is found [POST-3]", async () => {
      const { api, acquirer, database, crash } = platform();
      const [key, amount] = [randomUUID(), 20_003];
      await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 });
      const answer = sent(api.create({ key, amount }));
      const id = await rowOf(amount);
      const release = await database.hold("select 1 from payments.payments where id = $1 for update", [id]);
      await acquirer.mend();
      await charged(id);
      await crash("payments");
      await release();
      const payment = await afterTheCrash(key, amount, id);
      expect(payment.status).to.equal("SUCCEEDED");
      await answer;
    });

    it("the gateway killed before it answers: the next request with the key tells the end", async () => {
      const { api, acquirer, database, crash } = platform();
      const [key, amount] = [randomUUID(), 20_004];
      await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: HELD_MS, times: 1 });
      const answer = sent(api.create({ key, amount }));
      const id = await rowOf(amount);
      const release = await database.hold(
        "select 1 from idempotency.records where object_id = $1 for update",
        [id],
      );
      await acquirer.mend();
      await waitFor("the end to be recorded", async () => {
        const rows = await database.sql(
          "select 1 from payments.payments where id = $1 and status = 'SUCCEEDED'",
          [id],
        );
        return rows.length === 1;
      });
      await crash("api-gateway");
      await release();
      expect(await answer).to.equal(null);
      const payment = await afterTheCrash(key, amount, id);
      expect(payment.status).to.equal("SUCCEEDED");
    });

    it("killed while a payment waits for its customer: it still waits, and the challenge ends it", async () => {
      const { api, acquirer, crash } = platform();
      const key = randomUUID();
      const first = paymentOf(await api.create({ key, amount: 103_000 }));
      await crash("payments");
      const again = paymentOf(await api.createUntilAnswered({ key, amount: 103_000 }));
      expect([again.id, again.status]).to.deep.equal([first.id, "REQUIRES_ACTION"]);
      expect(await acquirer.charges(first.id)).to.equal(0);
      await press(first.next_action?.redirect_url ?? "", "complete");
      await waitFor("the end of it", async () => paymentOf(await api.read(first.id)).status === "SUCCEEDED");
      expect(await acquirer.charges(first.id)).to.equal(1);
    });

    it("told to stop under load: what was taken is answered, and the keys tell the same afterwards", async () => {
      const { api, acquirer, database, restart } = platform();
      await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: 1_000 });
      const keys = Array.from({ length: 40 }, () => randomUUID());
      const answers = keys.map((key) => sent(api.create({ key, amount: 20_007 })));
      // A request that has not reached the listener yet is not taken, and nobody owes it an answer.
      await waitFor("all of them to be taken", async () => {
        const rows = await database.sql("select 1 from payments.payments where amount = 20007", []);
        return rows.length === keys.length;
      });
      expect(await restart(), "an orderly stop").to.equal(0);
      const shown = await Promise.all(answers);
      expect(
        shown.filter((answer) => answer === null),
        "cut off without an answer",
      ).to.deep.equal([]);
      for (const [index, answer] of shown.entries()) {
        if (answer?.status !== 201) continue;
        const replay = await api.createUntilAnswered({ key: keys[index] ?? "", amount: 20_007 });
        expect([replay.headers.get("idempotent-replayed"), replay.text]).to.deep.equal(["true", answer.text]);
      }
      await reconcile(
        platform(),
        keys.map((key) => ({ key, amount: 20_007 })),
      );
    });

    const others = wiring.distributed
      ? ["sandbox-acquirer", "idempotency", "api-gateway", "nats-server"]
      : [];
    for (const service of ["payments", ...others]) {
      it(`${service} killed under load: nothing is lost or doubled`, async () => {
        const { api, acquirer, passTime, crash } = platform();
        await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: 200 });
        const keys = Array.from({ length: 40 }, () => randomUUID());
        const before = (await acquirer.book()).length;
        const answers = keys.map((key) => sent(api.create({ key, amount: 20_008 })));
        await waitFor("some of them to be charged", async () => (await acquirer.book()).length > before);
        await crash(service);
        await Promise.all(answers);
        await acquirer.mend();
        await passTime(LEASE_MS + 1_000);
        await reconcile(
          platform(),
          keys.map((key) => ({ key, amount: 20_008 })),
        );
      });
    }
  });
}
