import { randomUUID } from "node:crypto";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { HELD_MS } from "./support/acquirer.ts";
import * as fc from "fast-check";
import { errorOf } from "./support/api.ts";
import { LEASE_MS, PATIENT, TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";
import { DECLINED, refundOf, refundsOf } from "./support/refunds.ts";

/** To look further: another seed, more runs. */
const SEED = Number(process.env["E2E_SEED"] ?? 20_261_121);
const RUNS = Number(process.env["E2E_RUNS"] ?? 3);

const FAULTS = [
  "fail_before",
  "lose_answer",
  "garbage",
  "other_amount",
  "down",
  "throttle",
  "unavailable",
] as const;

const RUN = fc.record({
  amounts: fc.array(fc.constantFrom(1_000, 700, 400, 300, 90, 20), { minLength: 50, maxLength: 50 }),
  faults: fc.array(
    fc.record({
      operation: fc.constantFrom("refund", "read_refund", "any"),
      fault: fc.constantFrom(...FAULTS),
      times: fc.integer({ min: 1, max: 8 }),
    } as const),
    { minLength: 1, maxLength: 4 },
  ),
});

for (const wiring of WIRINGS) {
  describe(`refunds, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);
    const refunds = refundsOf(platform);
    const { paid, payment, send, sendUntilAnswered, read, becomes, returned, reconcile, reconcileLater } =
      refunds;
    afterEach(async () => {
      await platform().letTimeRun();
      await platform().acquirer.mend();
    });

    it("an ordinary amount is PROCESSING, in its Payment at once, then SUCCEEDED, returned once [RF-1]", async () => {
      const id = await paid(5_000);
      const key = randomUUID();
      // The acquirer returns the money two seconds later, however long the reads in between take.
      await platform().stopTime();
      const first = await send(id, 1_200, key);
      const refund = refundOf(first);
      expect(refund).to.include({ status: "PROCESSING", refund_type: "PARTIAL", currency: "EUR" });
      const shown = await payment(id);
      expect(shown.refunds).to.deep.equal([refund]);
      expect(shown).to.include({ amount_refunded: 0, amount_refundable: 3_800 });
      const again = await send(id, 1_200, key);
      expect([again.status, again.text]).to.deep.equal([201, first.text]);
      await platform().letTimeRun();
      const ended = await becomes(refund.id, "SUCCEEDED");
      expect(ended.completed_at).to.equal(ended.updated_at);
      expect((await reconcile(id)).amount_refunded).to.equal(1_200);
      const rest = refundOf(await send(id, 3_800));
      expect(rest.refund_type).to.equal("PARTIAL");
      expect(await reconcile(id)).to.include({ amount_refunded: 5_000, amount_refundable: 0 });
      const more = await send(id, 1);
      expect([more.status, errorOf(more).code]).to.deep.equal([422, "amount_exceeds_refundable"]);
    });

    for (const [amount, code] of DECLINED) {
      it(`${amount} is a 201 FAILED ${code} with nothing returned, and a FULL one may follow [RF-14]`, async () => {
        const id = await paid();
        const refund = refundOf(await send(id, amount));
        expect(refund.status).to.equal("FAILED");
        expect(Object.keys(refund.failure ?? {})).to.deep.equal(["code", "message"]);
        expect(refund.failure?.code).to.equal(code);
        expect(await payment(id)).to.include({ amount_refunded: 0, amount_refundable: 500_000 });
        expect(refundOf(await send(id, 500_000)).refund_type).to.equal("FULL");
        expect(await reconcile(id)).to.include({ amount_refunded: 500_000 });
      });
    }

    it("104051 is PROCESSING, then FAILED insufficient_funds, and its money is back [RF-14]", async () => {
      const id = await paid();
      const refund = refundOf(await send(id, 104_051));
      expect(refund.status).to.equal("PROCESSING");
      expect((await becomes(refund.id, "FAILED")).failure?.code).to.equal("insufficient_funds");
      expect(await reconcile(id)).to.include({ amount_refunded: 0, amount_refundable: 500_000 });
    });

    it("104099 stays PROCESSING, and so does its money [RF-14]", async () => {
      const id = await paid();
      const refund = refundOf(await send(id, 104_099));
      await platform().passTime(60_000);
      expect((await read(refund.id)).status).to.equal("PROCESSING");
      expect(await payment(id)).to.include({ amount_refunded: 0, amount_refundable: 395_901 });
    });

    it("105098 answers PROCESSING, is looked up and found, never submitted again [RF-14]", async () => {
      const id = await paid();
      const refund = refundOf(await send(id, 105_098));
      expect(refund.status).to.equal("PROCESSING");
      await becomes(refund.id, "SUCCEEDED");
      expect(await returned(refund.id)).to.equal(1);
      await reconcile(id);
    });

    it("an answer that cannot be read is PROCESSING, and ends as the provider's book says", async () => {
      const id = await paid();
      await platform().acquirer.fault({ operation: "refund", fault: "garbage", times: 1 });
      const refund = refundOf(await send(id, 700));
      expect(refund.status).to.equal("PROCESSING");
      expect(await reconcile(id)).to.include({ amount_refunded: 700 });
    });

    it("lists a Payment's Refunds, newest first, page by page", async () => {
      const id = await paid(1_000);
      const made: string[] = [];
      for (let count = 0; count < 3; count += 1) made.unshift(refundOf(await send(id, 10)).id);
      const page = async (query: string) => {
        const { text } = await platform().api.send("GET", `/v1/refunds?payment_id=${id}${query}`);
        const { data, has_more }: { data: { id: string }[]; has_more: boolean } = JSON.parse(text);
        return [data.map((one) => one.id), has_more];
      };
      expect(await page("&limit=2")).to.deep.equal([made.slice(0, 2), true]);
      expect(await page(`&starting_after=${made[1] ?? ""}`)).to.deep.equal([made.slice(2), false]);
      expect((await payment(id)).refunds.map((one) => one.id)).to.deep.equal(made.toReversed());
    });

    it(`50 at once, whatever goes wrong at the acquirer: its book is what was refunded (seed ${SEED})`, async () => {
      const { acquirer, passTime } = platform();
      for (const { amounts, faults } of fc.sample(RUN, { seed: SEED, numRuns: RUNS })) {
        const id = await paid(1_000);
        await acquirer.fault(...faults);
        const asked = amounts.map((amount) => ({ amount, key: randomUUID() }));
        await Promise.all(asked.map(({ amount, key }) => send(id, amount, key).catch(() => null)));
        await acquirer.mend();
        await passTime(LEASE_MS + 1_000);
        // A breaker that the faults opened is closed by the next call.
        for (const { amount, key } of asked) await sendUntilAnswered(id, amount, key);
        // None at all, where the faults opened the breaker at once: each was then told that it FAILED.
        expect((await reconcileLater(id)).amount_refunded).to.be.within(0, 1_000);
      }
    });

    for (const service of ["refunds", "payments"]) {
      for (const [when, fault] of [
        [
          "while a submission is on its way",
          { operation: "refund", fault: "slow", delay_ms: HELD_MS, times: 1 },
        ],
        ["right after it", null],
      ] as const) {
        it(`${service} killed ${when}: returned once at most, and all three agree [RF-15]`, async () => {
          const id = await paid(1_000);
          const key = randomUUID();
          if (fault !== null) await platform().acquirer.fault(fault);
          const answer = send(id, 600, key).catch(() => null);
          if (fault === null) await answer;
          else await platform().acquirer.met();
          await platform().crash(service);
          await platform().acquirer.mend();
          await answer;
          await platform().passTime(LEASE_MS + 1_000);
          const reported = await sendUntilAnswered(id, 600, key);
          expect(reported, "the one refund").to.not.equal(null);
          const rest = await reconcileLater(id);
          expect(rest.refunds.map((one) => one.id)).to.deep.equal([reported?.id]);
        });
      }
    }

    if (wiring.distributed)
      for (const service of ["refunds", "payments"]) {
        it(`${service} stopped while a submission is on its way, going on when its time is over: returned once at most [RF-15]`, async () => {
          const id = await paid(1_000);
          const key = randomUUID();
          await platform().acquirer.fault({
            operation: "refund",
            fault: "slow",
            delay_ms: HELD_MS,
            times: 1,
          });
          const answer = send(id, 600, key).catch(() => null);
          await platform().acquirer.met();
          platform().signal(service, "SIGSTOP");
          await platform().acquirer.mend();
          try {
            await answer;
            await platform().passTime(LEASE_MS + 1_000);
          } finally {
            platform().signal(service, "SIGCONT");
          }
          const reported = await sendUntilAnswered(id, 600, key);
          expect(["PROCESSING", "FAILED"]).to.include(reported?.status);
          const rest = await reconcileLater(id);
          expect(rest.refunds.map((one) => one.id)).to.deep.equal([reported?.id]);
        });
      }

    if (wiring.distributed)
      it("an owner of Payments that is away leaves no reservation for good", async () => {
        const id = await paid(1_000);
        platform().signal("payments", "SIGSTOP");
        try {
          const answer = await send(id, 100).catch(() => null);
          if (answer !== null) expect(answer.status).to.be.at.least(500);
        } finally {
          platform().signal("payments", "SIGCONT");
        }
        await waitFor("no reservation left", async () => {
          await platform().passTime(LEASE_MS + 1_000);
          return (await payment(id)).amount_refundable === 1_000;
        });
        await reconcileLater(id);
      });
  });
}

for (const wiring of WIRINGS) {
  describe(`many refunds of one Payment, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const { paid, send, reconcile } = refundsOf(withPlatform(wiring, { env: PATIENT }));

    it("50 at once never exceed the Payment [RF-6]", async () => {
      const id = await paid(1_000);
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(id, 70)));
      const made = answers.filter(({ status }) => status === 201);
      expect(made).to.have.length(14);
      for (const answer of answers)
        if (answer.status !== 201)
          expect([answer.status, errorOf(answer).code]).to.deep.equal([422, "amount_exceeds_refundable"]);
      const rest = await reconcile(id);
      expect(rest).to.include({ amount_refunded: 980, amount_refundable: 20 });
      expect(rest.refunds.map(({ id: one }) => one)).to.have.members(made.map((one) => refundOf(one).id));
    });
  });
}
