import { expect } from "chai";
import { holdsDigits, withDatabase } from "@flowlix/testkit";
import { sandboxAcquirerSchema } from "../src/index.ts";
import { API_KEY, CARD, RETURN_URL, newReference, send, withAcquirer } from "./support/acquirer.ts";

const CRYPTOGRAM = "AgAAAAAABk4DWZ4C28yUQAAAAAA=";
const DEVICE_CARD = { number: "4895370012003478", exp_month: 12, exp_year: 2034 };
const WALLETS = {
  applePay: { kind: "apple_pay", card: DEVICE_CARD, cryptogram: CRYPTOGRAM, eci: "05" },
  googlePay3ds: {
    kind: "google_pay",
    auth_method: "CRYPTOGRAM_3DS",
    card: { ...DEVICE_CARD, holder_name: "Ada Lovelace" },
    cryptogram: CRYPTOGRAM,
  },
  panOnly: { kind: "google_pay", auth_method: "PAN_ONLY", card: DEVICE_CARD },
};

describe("the merchant-facing API", () => {
  const acquirer = withAcquirer(withDatabase([sandboxAcquirerSchema]));
  const errorOf = (answer: { json(): Record<string, unknown> }) => answer.json()["error"];

  it("refuses every route but the challenge without the key", async () => {
    const { url } = acquirer();
    for (const authorization of [undefined, "Bearer wrong", API_KEY, `Bearer ${API_KEY}x`]) {
      const headers = authorization === undefined ? {} : { authorization };
      const answers = [
        await send(`${url}/v1/orders/pay_1`, "GET", { headers }),
        await send(`${url}/v1/refunds/ref_1`, "GET", { headers }),
        await send(`${url}/v1/payouts/po_1`, "GET", { headers }),
        await send(`${url}/v1/statements/2026-01-01`, "GET", { headers }),
      ];
      for (const answer of answers) {
        expect(answer.status).to.equal(401);
        expect(errorOf(answer)).to.include({ code: "unauthorised" });
      }
    }
  });

  const valid = { amount: 1_000, currency: "EUR", return_url: RETURN_URL };
  const faulty: readonly [string, unknown][] = [
    ["amount", { ...valid, amount: 0 }],
    ["amount", { ...valid, amount: "1000" }],
    ["amount", { ...valid, amount: 2 ** 53 }],
    ["amount", { currency: "EUR", return_url: RETURN_URL }],
    ["currency", { ...valid, currency: "eur" }],
    ["return_url", { ...valid, return_url: "javascript:alert(1)" }],
    ["callback_url", { ...valid, callback_url: "nowhere" }],
  ];
  for (const [param, body] of faulty) {
    it(`names ${param} when it is not valid: ${JSON.stringify(body)}`, async () => {
      const answer = await acquirer().call("PUT", `/v1/orders/${newReference()}`, body);
      expect(answer.status).to.equal(400);
      expect(errorOf(answer)).to.include({ code: "invalid_request", param, executed: false });
    });
  }

  const refund = { charge: "pay_1", amount: 1_000, currency: "EUR" };
  for (const [param, body] of [
    ["charge", { ...refund, charge: undefined }],
    ["charge", { ...refund, charge: "not one" }],
    ["amount", { ...refund, amount: 0.5 }],
    ["currency", { ...refund, currency: "euro" }],
    ["callback_url", { ...refund, callback_url: "nowhere" }],
  ] as const) {
    it(`names ${param} of a refund when it is not valid: ${JSON.stringify(body)}`, async () => {
      const answer = await acquirer().call("PUT", `/v1/refunds/${newReference("ref")}`, body);
      expect(answer.status).to.equal(400);
      expect(errorOf(answer)).to.include({ code: "invalid_request", param, executed: false });
    });
  }

  it("refuses a reference that could not be one", async () => {
    const answer = await acquirer().register("not%20one", 1_000);
    expect(answer.status).to.equal(400);
    expect(errorOf(answer)).to.include({ param: "reference" });
  });

  it("repeats nothing of a card in its errors", async () => {
    const reference = newReference();
    await acquirer().register(reference, 1_000);
    const path = `/v1/orders/${reference}/authorise`;
    const bodies = [
      { instrument: { kind: "card", card: { ...CARD, number: `${CARD.number}x` } } },
      { instrument: { kind: "card", card: { ...CARD, cvc: "73" } } },
    ];
    for (const body of bodies) {
      const answer = await acquirer().call("POST", path, body);
      expect(answer.status).to.equal(400);
      expect(answer.text).not.to.contain(CARD.number);
      expect(holdsDigits(answer.text, "73"), answer.text).to.equal(false);
    }
    const broken = await send(`${acquirer().url}${path}`, "POST", {
      headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
      body: `{"instrument": ${CARD.number} ${CARD.cvc}`,
    });
    expect(broken.status).to.equal(400);
    expect(broken.text).not.to.contain(CARD.number);
    expect(holdsDigits(broken.text, CARD.cvc), broken.text).to.equal(false);
    expect((await acquirer().read(reference)).json()).to.include({ state: "registered" });
  });

  for (const [name, instrument] of Object.entries(WALLETS)) {
    it(`authorises ${name}, by the amount alone`, async () => {
      for (const [amount, state] of [
        [1_000, "succeeded"],
        [100_063, "failed"],
      ] as const) {
        const reference = newReference();
        await acquirer().register(reference, amount);
        const answer = await acquirer().call("POST", `/v1/orders/${reference}/authorise`, { instrument });
        expect(answer.json()).to.include({ state });
      }
    });
  }

  const { applePay, googlePay3ds, panOnly } = WALLETS;
  const unknownInstruments: readonly [param: string, instrument: unknown][] = [
    ["instrument", { ...applePay, kind: "bank_account" }],
    ["instrument.kind", { card: applePay.card }],
    ["instrument.card", { ...applePay, card: undefined }],
    ["instrument.card.cvc", { ...applePay, card: { ...applePay.card, cvc: "123" } }],
    ["instrument.cryptogram", { ...applePay, cryptogram: undefined }],
    ["instrument.cryptogram", { ...applePay, cryptogram: "short" }],
    ["instrument.eci", { ...applePay, eci: "5" }],
    ["instrument.auth_method", { ...googlePay3ds, auth_method: undefined }],
    ["instrument.auth_method", { ...googlePay3ds, auth_method: "pan_only" }],
    ["instrument.cryptogram", { ...googlePay3ds, cryptogram: undefined }],
    ["instrument.cryptogram", { ...panOnly, cryptogram: CRYPTOGRAM }],
    ["instrument.eci", { ...panOnly, eci: "05" }],
  ];
  for (const [param, instrument] of unknownInstruments) {
    it(`names ${param} of an instrument that is none: ${JSON.stringify(instrument)}`, async () => {
      const reference = newReference();
      await acquirer().register(reference, 1_000);
      const answer = await acquirer().call("POST", `/v1/orders/${reference}/authorise`, { instrument });
      expect(answer.status).to.equal(400);
      expect(errorOf(answer)).to.include({ code: "invalid_request", param, executed: false });
      expect(answer.text).not.to.match(/489537|AgAAAA/);
      expect((await acquirer().read(reference)).json()).to.include({ state: "registered" });
    });
  }

  it("answers unknown routes in its own envelope", async () => {
    const answer = await acquirer().call("GET", "/v2/orders");
    expect(answer.status).to.equal(404);
    expect(errorOf(answer)).to.include({ code: "route_not_found" });
  });

  it("keeps idle connections longer than any client", async () => {
    const answer = await acquirer().read(newReference());
    expect(answer.headers["keep-alive"]).to.equal("timeout=75");
  });

  it("tells liveness, readiness and metrics on a listener of its own, without any reference", async () => {
    const reference = newReference();
    await acquirer().register(reference, 1_000);
    await acquirer().authorise(reference);
    const { processUrl } = acquirer();
    expect((await send(`${processUrl}/livez`, "GET")).status).to.equal(200);
    expect((await send(`${processUrl}/readyz`, "GET")).status).to.equal(200);
    const { text } = await send(`${processUrl}/metrics`, "GET");
    expect(text).to.match(/acquirer_answers_total\{operation="authorise",answer="200"\} [1-9]/);
    expect(text).not.to.include(reference);
  });
});
