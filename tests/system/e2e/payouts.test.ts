import { randomUUID } from "node:crypto";
import type { FailureCode, PayoutList } from "@flowlix/contracts";
import { expect } from "chai";
import { errorOf } from "./support/api.ts";
import { PAYOUT_CARD, payoutOf, payoutsOf } from "./support/payouts.ts";
import { TEST_TIMEOUT_MS, WIRINGS, withPlatform } from "./support/platform.ts";

for (const wiring of WIRINGS) {
  describe(`payouts, ${wiring.name}`, function () {
    this.timeout(TEST_TIMEOUT_MS);
    const platform = withPlatform(wiring);

    const { send, read, becomes, sent } = payoutsOf(platform);
    const list = async (query: string): Promise<PayoutList> => {
      const { status, text } = await platform().api.send("GET", `/v1/payouts${query}`);
      if (status !== 200) throw new Error(`no list but ${status} ${text}`);
      return JSON.parse(text);
    };

    it("an ordinary amount is PROCESSING, then SUCCEEDED, sent once; the replay tells the first story [PO-10]", async () => {
      const key = randomUUID();
      const first = await send({}, key);
      const payout = payoutOf(first);
      expect(payout).to.deep.include({ status: "PROCESSING", completed_at: null, livemode: false });
      expect(payout.destination).to.deep.equal({ card_brand: "mastercard", card_last4: "3222" });
      const ended = await becomes(payout.id, "SUCCEEDED");
      expect(ended.completed_at).to.be.a("number");
      expect("failure_code" in ended).to.equal(false);
      expect(await sent(payout.id)).to.equal(1);
      const again = await send({}, key);
      expect([again.status, again.text]).to.deep.equal([201, first.text]);
      expect(await sent(payout.id)).to.equal(1);
    });

    it("106000 succeeds at once, 106001 stays PENDING [PO-11]", async () => {
      expect(payoutOf(await send({ amount: 106_000 })).status).to.equal("SUCCEEDED");
      const pending = payoutOf(await send({ amount: 106_001 }));
      expect(pending.status).to.equal("PENDING");
      await platform().passTime(60_000);
      expect((await read(pending.id)).status).to.equal("PENDING");
    });

    for (const [amount, code] of [
      [100_051, "insufficient_funds"],
      [100_041, "lost_card"],
      [100_091, "processor_unavailable"],
      [100_096, "processor_error"],
    ] as readonly (readonly [number, FailureCode])[]) {
      it(`${amount} is a 201 FAILED ${code}, with nothing sent [PO-11]`, async () => {
        const payout = payoutOf(await send({ amount }));
        expect(payout).to.include({ status: "FAILED", failure_code: code });
        expect(payout.failure_message).to.be.a("string");
        expect(await sent(payout.id)).to.equal(0);
      });
    }

    it("104051 is PROCESSING, then FAILED insufficient_funds [PO-11]", async () => {
      const payout = payoutOf(await send({ amount: 104_051 }));
      expect(payout.status).to.equal("PROCESSING");
      expect(await becomes(payout.id, "FAILED")).to.include({ failure_code: "insufficient_funds" });
    });

    it("105098 is told as recorded, looked up and found to be sent, once [PO-11]", async () => {
      const payout = payoutOf(await send({ amount: 105_098 }));
      expect(["PENDING", "PROCESSING"]).to.include(payout.status);
      await becomes(payout.id, "SUCCEEDED");
      expect(await sent(payout.id)).to.equal(1);
    });

    it("a provider that does not execute makes FAILED processor_error, and none of it is ever sent [PO-4]", async () => {
      await platform().acquirer.fault({ operation: "payout", fault: "fail_before" });
      try {
        const payout = payoutOf(await send());
        expect(payout).to.include({ status: "FAILED", failure_code: "processor_error" });
        await platform().acquirer.mend();
        expect(await sent(payout.id)).to.equal(0);
      } finally {
        await platform().acquirer.mend();
      }
    });

    for (const fault of ["throttle", "unavailable"] as const) {
      it(`a provider's ${fault} is a 201 FAILED processor_unavailable, and none of it is ever sent [PO-11]`, async () => {
        await platform().acquirer.fault({ operation: "payout", fault });
        try {
          const payout = payoutOf(await send());
          expect(payout).to.include({ status: "FAILED", failure_code: "processor_unavailable" });
          await platform().acquirer.mend();
          expect(await sent(payout.id)).to.equal(0);
        } finally {
          await platform().acquirer.mend();
        }
      });
    }

    it("a card is refused with 422 and no trace", async () => {
      const refused = await send({ destination: { card_number: "378282246310005" } });
      expect([refused.status, errorOf(refused).code, errorOf(refused).param]).to.deep.equal([
        422,
        "unsupported_card",
        "destination.card_number",
      ]);
    });

    it("lists, filters and searches with an exact total, and the number is nowhere", async () => {
      const reference = 4_242_000_001;
      const { id } = payoutOf(
        await send({ amount: 106_000, currency: "CZK", merchant_reference: reference }),
      );
      for (const query of [
        `?search=${reference}`,
        `?search=${id.toUpperCase()}`,
        `?currency=czk&search=1060%2C00`,
        "?currency=CZK&card_brand=mastercard&status=SUCCEEDED",
        "?currency=CZK&search=3222",
        `?currency=CZK&search=${encodeURIComponent("łucja ŻÓŁ")}`,
      ]) {
        const found = await list(query);
        expect([found.data.map((one) => one.id), found.total_count], query).to.deep.equal([[id], 1]);
      }
      const everything = await list("?limit=1");
      expect(everything.data[0]?.id).to.equal(id);
      expect(everything.has_more).to.equal(true);
      expect(everything.total_count).to.be.above(5);
      expect(platform().output()).not.to.include(PAYOUT_CARD);
    });

    it("health counts the owner of payouts in", async () => {
      const { status, text } = await platform().api.send("GET", "/v1/health");
      expect([status, JSON.parse(text)]).to.deep.equal([200, { status: "ok" }]);
    });
  });
}
