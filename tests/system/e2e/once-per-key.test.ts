import { randomUUID } from "node:crypto";
import type { DirectPaymentRequest } from "@flowlix/contracts";
import { fullDirectPaymentRequest, testCard, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf } from "./support/api.ts";
import { TEST_TIMEOUT_MS, BUS_WIRINGS, PATIENT, withPlatform } from "./support/platform.ts";

for (const wiring of BUS_WIRINGS) {
  describe(`a payment is made once for each key, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring, { env: PATIENT });
    afterEach(() => platform().acquirer.mend());

    it("100 simultaneous creates make one payment and one charge; the rest are replays or in use [IDEM-3]", async () => {
      const { api, acquirer, database } = platform();
      await acquirer.fault({ operation: "authorise", fault: "slow", delay_ms: 300 });
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 100 }, () => api.create({ key })));

      const made = answers.filter(({ status }) => status === 201);
      const first = made.filter(({ headers }) => headers.get("idempotent-replayed") === null);
      expect(first).to.have.lengthOf(1);
      expect(new Set(made.map(({ text }) => text)).size, "one body").to.equal(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(answer.status).to.equal(409);
        expect(errorOf(answer)).to.include({ code: "idempotency_key_in_use", param: "Idempotency-Key" });
      }
      const again = await api.create({ key });
      expect([again.headers.get("idempotent-replayed"), again.text]).to.deep.equal(["true", first[0]?.text]);

      const { id } = paymentOf(again);
      const rows = await database.sql("select id from payments.payments");
      expect(rows).to.deep.equal([{ id }]);
      expect(await acquirer.book()).to.have.lengthOf(1);
      expect(await acquirer.charges(id)).to.equal(1);
    });

    it("after 502 the key keeps its body, and the payment its amount, until it is closed [D1-IDEM-5, D11-10]", async () => {
      const { api, acquirer, database } = platform();
      const key = randomUUID();
      const garbled = await api.create({ key, amount: 105_002 });
      expect([garbled.status, errorOf(garbled).code]).to.deep.equal([502, "processing_error"]);

      const other = await api.create({ key, amount: 5_000 });
      expect([other.status, errorOf(other).code]).to.deep.equal([409, "idempotency_key_reused"]);

      const rows = await database.sql(
        "select id, amount from payments.payments where amount in (105002, 5000)",
      );
      expect(rows.map(({ amount }) => amount)).to.deep.equal([105_002]);
      const id = String(rows[0]?.["id"]);
      const closed = await waitFor("the status sync to close it", async () => {
        const payment = paymentOf(await api.read(id));
        return payment.status === "PENDING" ? false : payment;
      });
      expect(closed).to.include({ status: "FAILED", failure_code: "processor_error", amount: 105_002 });
      expect(await acquirer.charges(id)).to.equal(0);

      const same = await api.create({ key, amount: 105_002 });
      expect(paymentOf(same)).to.include({ id, status: "FAILED", amount: 105_002 });
      const still = await api.create({ key, amount: 5_000 });
      expect(errorOf(still).code).to.equal("idempotency_key_reused");
      expect(await acquirer.charges(id)).to.equal(0);
    });

    it("after 422 the same key with a corrected body is 201 with an id never used before [D1-IDEM-4]", async () => {
      const { api, database } = platform();
      const key = randomUUID();
      const before = await database.sql("select id from payments.payments");
      const recorded = () => database.sql("select object_id from idempotency.records order by object_id");
      const recordedBefore = await recorded();
      const refused = await api.create({ key, changes: { currency: "USD" } });
      expect([refused.status, errorOf(refused).code]).to.deep.equal([422, "currency_not_supported"]);
      expect(await recorded()).to.deep.equal(recordedBefore);

      const corrected = paymentOf(await api.create({ key, changes: { currency: "EUR" } }));
      expect(corrected.status).to.equal("SUCCEEDED");
      expect(before.map(({ id }) => id)).not.to.include(corrected.id);
    });

    for (const [amount, status, code] of [
      [105_029, 429, "rate_limit_exceeded"],
      [105_003, 503, "service_unavailable"],
    ] as const) {
      it(`after ${status} nothing exists and the key is free for any body [D1-IDEM-4, D11-9]`, async () => {
        const { api, acquirer, database } = platform();
        const key = randomUUID();
        const chargedBefore = (await acquirer.book()).length;
        const recorded = () =>
          database.sql(
            "select id from payments.payments where amount = $1 union all (select object_id from idempotency.records order by 1)",
            [amount],
          );
        const before = await recorded();
        const refused = await api.create({ key, amount });
        expect([refused.status, errorOf(refused).code]).to.deep.equal([status, code]);
        expect(Number(refused.headers.get("retry-after"))).to.be.at.least(1);
        expect(await recorded()).to.deep.equal(before);
        expect(await acquirer.book()).to.have.lengthOf(chargedBefore);

        expect((await api.create({ key, amount })).status, "the same body may be sent").to.equal(status);
        const other = paymentOf(await api.create({ key, amount: 7_700 }));
        expect(await acquirer.charges(other.id)).to.equal(1);
      });
    }

    it("after 429 the same key and body can succeed [IDEM-6]", async () => {
      const { api, acquirer } = platform();
      const key = randomUUID();
      await acquirer.fault({ operation: "register", fault: "throttle", times: 1 });
      expect((await api.create({ key })).status).to.equal(429);
      const payment = paymentOf(await api.create({ key }));
      expect(payment.status).to.equal("SUCCEEDED");
      expect(await acquirer.charges(payment.id)).to.equal(1);
    });

    it("another card is the same request, another amount is not [STATE-9, IDEM-4, IDEM-13]", async () => {
      const { api, acquirer } = platform();
      const key = randomUUID();
      const first = await api.create({ key });
      const card = testCard({ number: "5555555555554444", cvc: "999" });
      const replay = await api.create({ key, changes: { payment_method_data: { type: "card", card } } });
      expect(replay.headers.get("idempotent-replayed")).to.equal("true");
      expect(replay.text).to.equal(first.text);
      const other = await api.create({ key, amount: 1_251 });
      expect(errorOf(other).code).to.equal("idempotency_key_reused");
      expect(await acquirer.charges(paymentOf(first).id)).to.equal(1);
    });

    it("the same merchant_reference under two keys makes two payments [REF-1]", async () => {
      const { api } = platform();
      const changes = { merchant_reference: 1_234_567_890 };
      const [one, two] = [paymentOf(await api.create({ changes })), paymentOf(await api.create({ changes }))];
      expect(one.id).not.to.equal(two.id);
      expect([one.merchant_reference, two.merchant_reference]).to.deep.equal([1_234_567_890, 1_234_567_890]);
    });

    it("an omitted field, null and an empty object are one value; an empty string, the currency's case and every other field are not [D1-IDEM-3]", async () => {
      const { api } = platform();
      const key = randomUUID();
      const first = await api.create({ key });
      const { browser_information: browser = null } = fullDirectPaymentRequest();
      const same: readonly Partial<DirectPaymentRequest>[] = [
        { description: null },
        { billing_details: {} },
        { billing_details: { first_name: null, address: {} } },
        ...(browser === null ? [] : [{ browser_information: browser }]),
      ];
      for (const changes of same) {
        const replay = await api.create({ key, changes });
        expect([replay.status, replay.text], JSON.stringify(changes)).to.deep.equal([201, first.text]);
      }
      const others: readonly Partial<DirectPaymentRequest>[] = [
        { currency: "eur" },
        { currency: "GBP" },
        { description: "" },
        { billing_details: { first_name: "Ada" } },
        { customer_ip_address: "203.0.113.8" },
        { merchant_customer_id: "customer-1 " },
        { merchant_reference: 1_234_567_890 },
        { return_url: "https://merchant.example/return?" },
      ];
      for (const changes of others) {
        const other = await api.create({ key, changes });
        expect([other.status, errorOf(other).code], JSON.stringify(changes)).to.deep.equal([
          409,
          "idempotency_key_reused",
        ]);
      }
    });

    it("an answer that the acquirer lost is found within seconds, and told to the same key [D10-7]", async () => {
      const { api, acquirer } = platform();
      const key = randomUUID();
      await acquirer.fault({ operation: "authorise", fault: "lose_answer", times: 1 });
      const first = paymentOf(await api.create({ key }));
      expect(first.status).to.equal("PENDING");
      await waitFor("the charge to be found", async () => {
        const { status } = paymentOf(await api.read(first.id));
        return status === "SUCCEEDED";
      });
      const replay = await api.create({ key });
      expect(paymentOf(replay).status, "a replay repeats what was answered").to.equal("PENDING");
      expect(await acquirer.charges(first.id)).to.equal(1);
    });
  });
}
