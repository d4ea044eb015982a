import { expect } from "chai";
import { getPayment } from "../src/read/get-payment.ts";
import { withPayments } from "./support/payments-under-test.ts";

describe("reading a Payment", () => {
  const given = withPayments();

  for (const currency of ["JPY", "KWD", "USD"]) {
    it(`goes on in a currency that new Payments may not have any more, with any exponent: ${currency} [CUR-7]`, async () => {
      const { create, request, deps } = given();
      const made = await create(await request({ currency, amount: 4_999 }));
      const read = await getPayment(deps, {
        scope: { merchant_id: `mer_${"0".repeat(24)}`, livemode: false },
        payment_id: made.id,
      });
      expect(read).to.deep.equal(made);
      expect([read.amount, read.currency]).to.deep.equal([4_999, currency]);
    });
  }
});
