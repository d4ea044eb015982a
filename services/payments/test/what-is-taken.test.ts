import { acquirersOf } from "@flowlix/engine";
import { EVERYTHING, type Capabilities } from "@flowlix/provider";
import { newId } from "@flowlix/runtime";
import { refusal, TEST_BROWSER, testCard } from "@flowlix/testkit";
import { expect } from "chai";
import { createPayment } from "../src/create/create-payment.ts";
import { createHostedPayment } from "../src/hosted/create-hosted-payment.ts";
import { getPayment } from "../src/read/get-payment.ts";
import { reserveRefund } from "../src/refunds/reserve-refund.ts";
import { hostedRequest } from "./support/hosted-under-test.ts";
import { withPayments } from "./support/payments-under-test.ts";

const WANTS_BROWSER: Capabilities = {
  ...EVERYTHING,
  requires: {
    payment: ({ browser }) => (browser === undefined ? ["browser_information"] : []),
    payout: () => [],
  },
};

describe("what the acquirer of a Payment does not take [IN-20]", () => {
  const given = withPayments();
  const at = (capabilities: Capabilities) => {
    const { deps, provider } = given();
    return { ...deps, acquirers: acquirersOf([{ ...provider, capabilities }]) };
  };

  it("is refused by the field's name before there is a row or a call, and goes through once corrected", async () => {
    const { request, provider, row } = given();
    const without = await request();
    const refused = await refusal(createPayment(at(WANTS_BROWSER), without, "req_test"));
    expect([refused.type, refused.param, refused.key]).to.deep.equal([
      "request_body_invalid",
      "browser_information",
      "release",
    ]);
    expect(await row(without.payment_id)).to.equal(undefined);
    expect(provider.asked).to.deep.equal([]);
    const instrument = { kind: "card", card: testCard(), browser_information: TEST_BROWSER } as const;
    const corrected = await request({ payment_id: without.payment_id }, instrument);
    expect(await createPayment(at(WANTS_BROWSER), corrected, "req_test")).to.include({
      id: without.payment_id,
      status: "SUCCEEDED",
    });
  });

  it("is a way of paying or a currency too", async () => {
    const { request } = given();
    const create = async (changes: Partial<Capabilities>) =>
      refusal(createPayment(at({ ...EVERYTHING, ...changes }), await request(), "req_test"));
    expect(await create({ methods: ["apple_pay"] })).to.include({ param: "payment_method_data.type" });
    expect(await create({ currencies: ["GBP"] })).to.include({ type: "currency_not_supported" });
  });

  it("is answered all the same where it exists already", async () => {
    const { create, request } = given();
    const asked = await request();
    const made = await create(asked);
    expect(await createPayment(at({ ...EVERYTHING, methods: [] }), asked, "req_test")).to.deep.equal(made);
  });

  it("is not demanded of a hosted Payment's merchant where the page collects it; a page is refused where there is none", async () => {
    const { row } = given();
    const collected = await createHostedPayment(at(WANTS_BROWSER), await hostedRequest(given()));
    expect(collected.status).to.equal("REQUIRES_ACTION");
    const asked = await hostedRequest(given());
    const refused = await refusal(createHostedPayment(at({ ...EVERYTHING, hostedPage: false }), asked));
    expect([refused.type, refused.key]).to.deep.equal(["payment_acceptance_unavailable", "release"]);
    expect(await row(asked.payment_id)).to.equal(undefined);
  });

  it("is a Refund too, and nothing is reserved for it", async () => {
    const { create, request, deps } = given();
    const asked = await request();
    const { id } = await create(asked);
    const { merchant_id, livemode } = asked.scope;
    const refund = {
      scope: { merchant_id, livemode },
      refund_id: newId("refund"),
      start_before: asked.start_before,
      payment_id: id,
      amount: 100,
      reason: "broken",
      merchant_reference: null,
    };
    const refused = await refusal(reserveRefund(at({ ...EVERYTHING, refunds: false }), refund));
    expect([refused.type, refused.param, refused.key]).to.deep.equal([
      "payment_not_refundable",
      "payment_id",
      "release",
    ]);
    const shown = await getPayment(deps, { scope: asked.scope, payment_id: id });
    expect([shown.amount_refundable, shown.refunds]).to.deep.equal([1_250, []]);
    const { refund: made } = await reserveRefund(deps, refund);
    // A reservation that exists is answered first, whatever its acquirer takes by now.
    expect((await reserveRefund(at({ ...EVERYTHING, refunds: false }), refund)).refund).to.deep.equal(made);
  });
});
