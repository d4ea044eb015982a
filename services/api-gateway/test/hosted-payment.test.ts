import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { recordOf, recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createHostedPayment, createPayment, request, validHostedBody } from "./support/requests.ts";
import { scriptedIdempotency } from "./support/scripted-idempotency.ts";
import { hostedPaymentOf, scriptedPayments } from "./support/scripted-payments.ts";

const PLACEHOLDER = "{page_token:page1}";
const urlOf = (payment: Record<string, unknown>) => String(recordOf(payment["next_action"])["redirect_url"]);

describe("POST /v1/payments/hpp", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let merchantId: string;
  const idempotency = scriptedIdempotency();
  const payments = scriptedPayments({
    list: async () => ({ data: payments.hosted.map(hostedPaymentOf), has_more: false }),
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ idempotency, payments });
    ({ apiKey, merchantId } = await gateway.merchant());
  });
  after(() => gateway.stop());

  it("answers 201 with a Payment that requires its hosted page, under a URL that nobody can guess [HPP-4, D3-4]", async () => {
    const answer = await createHostedPayment(gateway.url, { apiKey });
    expect(answer.status, answer.text).to.equal(201);
    expect(answer.body).to.deep.include({
      status: "REQUIRES_ACTION",
      integration_type: "HOSTED_PAYMENT_PAGE",
      payment_method: null,
    });
    expect(recordOf(answer.body["next_action"])).to.deep.include({
      type: "redirect",
      reason: "hosted_payment_page",
    });
    const id = String(answer.body["id"]);
    expect(urlOf(answer.body)).to.match(new RegExp(`^https://pay\\.example/pay/${id}/[A-Za-z0-9_-]{43}$`));
  });

  it("gives the owner what was asked for: canonical currency, nulls for what is absent, no token", async () => {
    await createHostedPayment(gateway.url, { apiKey, body: { ...validHostedBody(), currency: " eur " } });
    const asked = payments.hosted.at(-1);
    expect(asked).to.deep.include({
      amount: 4999,
      currency: "EUR",
      customer_ip_address: null,
      merchant_customer_id: "customer-1",
      return_url: "https://shop.example/return",
      merchant_reference: null,
      description: null,
      billing_details: null,
      page_url: `https://pay.example/pay/${asked?.payment_id}/${PLACEHOLDER}`,
    });
    expect(asked?.scope).to.deep.include({ merchant_id: merchantId, livemode: false });
  });

  it("gives the owner the statement descriptor, and answers none [IN-19]", async () => {
    const body = { ...validHostedBody(), statement_descriptor: "LOVELACE BOOKS" };
    const answer = await createHostedPayment(gateway.url, { apiKey, body });
    expect([answer.status, payments.hosted.at(-1)?.statement_descriptor]).to.deep.equal([
      201,
      "LOVELACE BOOKS",
    ]);
    expect(answer.text).not.to.include("LOVELACE");
  });

  it("tells the same URL in a replay, in a GET and in a list, and stores none of it [D3-5]", async () => {
    const body = { ...validHostedBody(), description: `https://x/${PLACEHOLDER}` };
    const made = await createHostedPayment(gateway.url, { apiKey, key: "url", body });
    const again = await createHostedPayment(gateway.url, { apiKey, key: "url", body });
    expect([again.text, again.headers.get("idempotent-replayed")]).to.deep.equal([made.text, "true"]);
    const authorization = { headers: { authorization: `Bearer ${apiKey}` } };
    const read = await request(`${gateway.url}/v1/payments/${String(made.body["id"])}`, authorization);
    expect(read.body).to.deep.equal(made.body);
    expect(made.body["description"]).to.equal(body.description);
    const list = await request(`${gateway.url}/v1/payments`, authorization);
    expect(recordsOf(list.body["data"]).map(urlOf)).to.include(urlOf(made.body));
    const token = urlOf(made.body).split("/").at(-1) ?? "";
    const stored = JSON.stringify([...idempotency.records.values(), ...payments.hosted]);
    expect(stored).to.contain(PLACEHOLDER).and.not.to.contain(token);
    expect(gateway.logLines.join("")).not.to.contain(token);
  });

  it("may be tried with as many cards as the account allows, one where nobody asked for more", async () => {
    const { merchantId: id, apiKey: key } = await gateway.merchant();
    const update = (card_attempts: unknown) =>
      gateway.control("PATCH", `/merchants/${id}`, { mode: "sandbox", card_attempts });
    await createHostedPayment(gateway.url, { apiKey: key });
    expect(payments.hosted.at(-1)).not.to.have.property("card_attempts");
    expect((await update(5)).status).to.equal(200);
    await createHostedPayment(gateway.url, { apiKey: key });
    expect(payments.hosted.at(-1)).to.include({ card_attempts: 5 });
    for (const wrong of [0, 11, 1.5, "5"]) {
      const { status, body } = await update(wrong);
      expect([status, body["error"]], String(wrong)).to.deep.equal([
        400,
        {
          code: "invalid_argument",
          message: "card_attempts must be an integer of 1 to 10",
          argument: "card_attempts",
        },
      ]);
    }
  });

  it("is a path of its own: its GET is 405 with `Allow: POST` [D3-6]", async () => {
    const answer = await request(`${gateway.url}/v1/payments/hpp`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect([answer.status, answer.code, answer.headers.get("allow")]).to.deep.equal([
      405,
      "method_not_allowed",
      "POST",
    ]);
  });

  it("needs an Idempotency-Key, a key of the merchant, and JSON [HPP-1]", async () => {
    const missing = await createHostedPayment(gateway.url, { apiKey, key: null });
    expect([missing.status, missing.code, missing.param]).to.deep.equal([
      400,
      "parameter_missing",
      "Idempotency-Key",
    ]);
    expect((await createHostedPayment(gateway.url, { apiKey: null })).code).to.equal("invalid_api_key");
    const form = await createHostedPayment(gateway.url, { apiKey, body: "amount=1" });
    expect([form.status, form.code]).to.deep.equal([400, "request_body_invalid"]);
  });

  it("refuses a currency and an account as a Direct Payment does, and replays come first [HPP-5]", async () => {
    const usd = await createHostedPayment(gateway.url, {
      apiKey,
      body: { ...validHostedBody(), currency: "USD" },
    });
    expect([usd.status, usd.code, usd.param]).to.deep.equal([422, "currency_not_supported", "currency"]);
    const other = await gateway.merchant();
    const made = await createHostedPayment(gateway.url, { apiKey: other.apiKey, key: "off" });
    const off = (change: object) =>
      gateway.control("PATCH", `/merchants/${other.merchantId}`, { mode: "sandbox", ...change });
    await off({ payments: false });
    const refused = await createHostedPayment(gateway.url, { apiKey: other.apiKey });
    expect([refused.status, refused.code]).to.deep.equal([403, "payment_acceptance_unavailable"]);
    expect((await createHostedPayment(gateway.url, { apiKey: other.apiKey, key: "off" })).text).to.equal(
      made.text,
    );
    await off({ payments: true, provisioned: false });
    const unready = await createHostedPayment(gateway.url, { apiKey: other.apiKey });
    expect([unready.status, unready.code]).to.deep.equal([422, "merchant_not_provisioned"]);
  });

  it("keys are scoped to the operation: a Direct Payment under the same key is another request", async () => {
    const hosted = await createHostedPayment(gateway.url, { apiKey, key: "both" });
    const direct = await createPayment(gateway.url, { apiKey, key: "both" });
    expect([hosted.status, direct.status]).to.deep.equal([201, 201]);
    expect(direct.body["id"]).not.to.equal(hosted.body["id"]);
  });
});

describe("what makes two hosted Payments with one key the same request", () => {
  const CASES: readonly (readonly [name: string, change: object, same: boolean])[] = [
    ["another notation of the currency", { currency: "eur" }, true],
    ["white space around the currency", { currency: " EUR\n" }, true],
    ["a null description", { description: null }, true],
    ["empty billing details", { billing_details: {} }, true],
    ["another currency", { currency: "GBP" }, false],
    ["another amount", { amount: 5000 }, false],
    ["an address of the customer", { customer_ip_address: "203.0.113.7" }, false],
    ["another customer", { merchant_customer_id: "customer-2" }, false],
    ["another return URL", { return_url: "https://shop.example/other" }, false],
    ["a merchant reference", { merchant_reference: 1_234_567_890 }, false],
    ["a description", { description: "x" }, false],
    ["a statement descriptor", { statement_descriptor: "BOOKS" }, false],
    ["billing details", { billing_details: { first_name: "Ada" } }, false],
  ];
  let gateway: TestGateway;
  let apiKey: string;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());

  for (const [name, change, same] of CASES) {
    it(`${name}: ${same ? "replayed" : "idempotency_key_reused"} [HPP-3]`, async () => {
      const made = await createHostedPayment(gateway.url, { apiKey, key: name });
      const again = await createHostedPayment(gateway.url, {
        apiKey,
        key: name,
        body: { ...validHostedBody(), ...change },
      });
      if (same) expect([again.status, again.text]).to.deep.equal([201, made.text]);
      else expect([again.status, again.code]).to.deep.equal([409, "idempotency_key_reused"]);
    });
  }
});

describe("what the owner answers a hosted create with", () => {
  it("a breaker that is open is 503, and the key is free again", async function () {
    this.timeout(60_000);
    let open = true;
    const payments = scriptedPayments({
      createHosted: async (params) => {
        if (open) throw new DomainError("service_unavailable", { retryAfterS: 3, key: "release" });
        return hostedPaymentOf(params);
      },
    });
    const gateway = await startGateway({ payments });
    const { apiKey } = await gateway.merchant();
    const refused = await createHostedPayment(gateway.url, { apiKey, key: "503" });
    expect([refused.status, refused.code, refused.headers.get("retry-after")]).to.deep.equal([
      503,
      "service_unavailable",
      "3",
    ]);
    open = false;
    const body = { ...validHostedBody(), amount: 1 };
    expect((await createHostedPayment(gateway.url, { apiKey, key: "503", body })).status).to.equal(201);
    await gateway.stop();
  });
});
