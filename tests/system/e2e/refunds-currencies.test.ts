import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { errorOf, paymentOf } from "./support/api.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";
import { refundOf, refundsOf } from "./support/refunds.ts";

const AMOUNT = 4_321;
/** What the amount in minor units is in the currency's own, by its exponent (ISO 4217). */
const CURRENCIES = [
  { currency: "JPY", exponent: 0, major: "4321" },
  { currency: "EUR", exponent: 2, major: "43.21" },
  { currency: "KWD", exponent: 3, major: "4.321" },
] as const;

describe("a currency that is accepted no more", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const env = { PAYMENT_CURRENCIES: "JPY,EUR,KWD" };
  const platform = withPlatform(IN_PROCESS, { env });
  const { send, payment, read, becomes, returned, reconcile } = refundsOf(platform);
  const get = async (path: string) => JSON.parse((await platform().api.send("GET", path)).text);
  const pay = (currency: string) => platform().api.create({ amount: AMOUNT, changes: { currency } });

  async function refunded(currency: string) {
    const paid = paymentOf(await pay(currency));
    expect(paid).to.include({ status: "SUCCEEDED", amount: AMOUNT, currency });
    const key = randomUUID();
    const first = await send(paid.id, 1, key);
    const refund = refundOf(first);
    expect(refund).to.include({ amount: 1, currency, refund_type: "PARTIAL" });
    await becomes(refund.id, "SUCCEEDED");
    return { id: paid.id, refund, key, first };
  }
  const made = new Map<string, Awaited<ReturnType<typeof refunded>>>();
  const of = (currency: string) => {
    const one = made.get(currency);
    if (one === undefined) throw new Error(`nothing was made in ${currency}`);
    return one;
  };

  before("refund in each, then take them away", async function () {
    this.timeout(TEST_TIMEOUT_MS);
    for (const { currency } of CURRENCIES) made.set(currency, await refunded(currency));
    env.PAYMENT_CURRENCIES = "GBP";
    await platform().restart();
  });

  for (const { currency, exponent, major } of CURRENCIES) {
    describe(`${currency}, of exponent ${exponent}`, () => {
      it("an exact replay of a Refund is its stored response; a new key is refused [RF-10]", async () => {
        const { id, key, first, refund } = of(currency);
        const again = await send(id, 1, key);
        expect([again.status, again.text]).to.deep.equal([201, first.text]);
        expect(again.headers.get("idempotent-replayed")).to.equal("true");
        const anew = await send(id, 1);
        const { code, param } = errorOf(anew);
        expect([anew.status, code, param]).to.deep.equal([422, "currency_not_supported", "payment_id"]);
        expect(await returned(refund.id)).to.equal(1);
      });

      it("no Payment is made in it [RF-16]", async () => {
        const answer = await pay(currency);
        const { code, param } = errorOf(answer);
        expect([answer.status, code, param]).to.deep.equal([422, "currency_not_supported", "currency"]);
      });

      it("Payment and Refund stay readable, listed and found by the amount in the currency's own units [RF-16]", async () => {
        const { id, refund } = of(currency);
        const now = await read(refund.id);
        expect(now).to.include({ status: "SUCCEEDED", amount: 1, currency });
        const shown = await payment(id);
        expect(shown).to.include({ amount: AMOUNT, currency, amount_refunded: 1, amount_refundable: 4_320 });
        expect(shown.refunds).to.deep.equal([now]);
        expect(await get(`/v1/refunds?payment_id=${id}`)).to.deep.equal({ data: [now], has_more: false });
        for (const query of [`currency=${currency}`, `currency=${currency}&search=${major}`]) {
          expect(await get(`/v1/payments?${query}`), query).to.deep.equal({ data: [shown], has_more: false });
        }
        await reconcile(id);
      });
    });
  }
});
