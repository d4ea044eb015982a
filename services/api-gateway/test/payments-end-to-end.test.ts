import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request, validBody } from "./support/requests.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";

describe("a payment through the gateway", () => {
  let gateway: TestGateway;
  let apiKey: string;
  const payments = scriptedPayments();
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ payments });
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());

  it("is created once and read back by its id [SVC-1, POST-1, GET-1]", async () => {
    const created = await createPayment(gateway.url, { apiKey });
    expect(created.status, created.text).to.equal(201);
    expect(created.body).to.include({ amount: 4999, currency: "EUR", status: "SUCCEEDED", livemode: false });
    const read = await request(`${gateway.url}/v1/payments/${String(created.body["id"])}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(read.status).to.equal(200);
    expect(read.text).to.equal(created.text);
  });

  it("is replayed byte for byte with Idempotent-Replayed and a new Request-Id [D1-IDEM-2]", async () => {
    const first = await createPayment(gateway.url, { apiKey, key: "same" });
    const second = await createPayment(gateway.url, { apiKey, key: " same " });
    expect(second.status).to.equal(201);
    expect(second.text).to.equal(first.text);
    expect(first.headers.get("idempotent-replayed")).to.equal(null);
    expect(second.headers.get("idempotent-replayed")).to.equal("true");
    expect(second.headers.get("request-id")).not.to.equal(first.headers.get("request-id"));
  });

  it("sends the card on encrypted, never in clear", async () => {
    await createPayment(gateway.url, { apiKey });
    const sent = JSON.stringify(payments.made.at(-1));
    expect(sent).not.to.contain("4111111111111111");
    expect(sent).not.to.contain("Ada Lovelace");
    expect(gateway.logLines.join("")).not.to.match(/4111111111111111|Lovelace|api_test_sk_/);
  });

  it("reaches the owner normalised: canonical currency, country in upper case, null for what is absent [CUR-3, PAY-4, D2-9, D2-10]", async () => {
    const body = { ...validBody(), currency: " eur ", billing_details: { address: { country: "de" } } };
    await createPayment(gateway.url, { apiKey, body });
    const made = payments.made.at(-1);
    expect(made).to.include({ currency: "EUR", description: null, merchant_reference: null });
    expect(made?.billing_details?.address?.country).to.equal("DE");
  });
});
