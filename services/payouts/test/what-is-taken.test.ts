import { EVERYTHING, type Capabilities } from "@flowlix/provider";
import { newId } from "@flowlix/runtime";
import { refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { createPayout } from "../src/create/create-payout.ts";
import { acquirerOf, encryptedRequest, withPayouts } from "./support/payouts-under-test.ts";

const ADDRESS = { line1: "1 rue de Rivoli", city: "Paris", country: "FR" };
const WANTS_ADDRESS: Capabilities = {
  ...EVERYTHING,
  requires: {
    payment: () => [],
    payout: ({ recipient }) => (recipient.address === undefined ? ["recipient.address.line1"] : []),
  },
};

describe("what the acquirer of a Payout does not take [PO-23]", () => {
  const given = withPayouts();

  async function createAt(capabilities: Capabilities, encrypted: object, id = newId("payout")) {
    const { deps, provider, request } = given();
    const { start_before } = await request();
    const acquirers = acquirerOf(provider, "sandbox", capabilities);
    const asked = encryptedRequest({ start_before, payout_id: id }, encrypted);
    return createPayout({ ...deps, acquirers }, asked, "req_test");
  }

  it("is refused by the field's name before there is a row or a call, and goes through once corrected", async () => {
    const { provider, row } = given();
    const id = newId("payout");
    const refused = await refusal(createAt(WANTS_ADDRESS, {}, id));
    expect([refused.type, refused.param, refused.key]).to.deep.equal([
      "request_body_invalid",
      "recipient.address.line1",
      "release",
    ]);
    expect(await row(id)).to.equal(undefined);
    expect(provider.asked).to.deep.equal([]);
    const made = await createAt(WANTS_ADDRESS, { recipient_address: ADDRESS }, id);
    expect(made).to.include({ id, status: "PROCESSING" });
  });

  it("is told of an expiry by whether there is one", async () => {
    const wants: Capabilities = {
      ...EVERYTHING,
      requires: {
        payment: () => [],
        payout: ({ hasExpiry }) => (hasExpiry ? [] : ["destination.exp_month"]),
      },
    };
    expect(await refusal(createAt(wants, {}))).to.include({ param: "destination.exp_month" });
    expect((await createAt(wants, { exp_month: 12, exp_year: 2034 })).status).to.equal("PROCESSING");
  });

  it("is answered all the same where it exists already", async () => {
    const id = newId("payout");
    const made = await createAt(EVERYTHING, {}, id);
    expect(await createAt({ ...EVERYTHING, payouts: null }, {}, id)).to.deep.equal(made);
  });

  it("is a network or a currency too", async () => {
    const only = (payouts: Capabilities["payouts"]) => refusal(createAt({ ...EVERYTHING, payouts }, {}));
    expect(await only({ networks: ["mastercard"], currencies: "all" })).to.include({
      type: "unsupported_card",
    });
    expect(await only({ networks: ["visa"], currencies: ["GBP"] })).to.include({
      type: "currency_not_supported",
    });
    expect(await only(null)).to.include({ type: "payout_submission_unavailable" });
  });

  it("is no field where the card does not open: such a Payout is made, and fails", async () => {
    const { deps, provider, request } = given();
    const acquirers = acquirerOf(provider, "sandbox", WANTS_ADDRESS);
    const asked = await request({ sealed_instrument: "1.k.AAAA" });
    const payout = await createPayout({ ...deps, acquirers }, asked, "req_test");
    expect(payout).to.include({ status: "FAILED", failure_code: "processor_error" });
  });
});
