import { EVENT_TYPES } from "@flowlix/contracts";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { request } from "./support/requests.ts";

const ENV = { PAYMENT_CURRENCIES: "GBP,JPY,KWD", PAYOUT_CURRENCIES: "JPY,KWD" };

describe("an installation without EUR", function () {
  this.timeout(60_000);
  let gateway: TestGateway;
  let apiKey: string;
  before(async () => {
    gateway = await startGateway({ env: ENV });
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());

  const ask = (path: string, body?: object) =>
    request(`${gateway.url}/workbench/${path}`, {
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });

  it("tells what samples are in: the first that is accepted, of Payments and of Payouts", async () => {
    const { status, body } = await ask("api/test_currencies");
    expect([status, body]).to.deep.equal([200, { payments: "GBP", payouts: "JPY" }]);
  });

  for (const type of EVENT_TYPES)
    it(`has a test event of ${type} made in a currency that it accepts`, async () => {
      const made = await ask("api/test_events", { type });
      expect(made.status, made.text).to.equal(201);
    });

  it("has buttons for every outcome in currencies that it accepts", async () => {
    const { text } = await ask("parts/try");
    const sent = [...text.matchAll(/(?:&quot;|&#34;)currency(?:&quot;|&#34;):(?:&quot;|&#34;)([A-Z]{3})/g)];
    expect(new Set(sent.map(([, code]) => code))).to.deep.equal(new Set(["GBP", "JPY"]));
  });
});

describe("an installation with EUR behind others", function () {
  this.timeout(60_000);

  it("has its samples in EUR, as the documents have", async () => {
    const gateway = await startGateway({
      env: { PAYMENT_CURRENCIES: "GBP,EUR", PAYOUT_CURRENCIES: "JPY,KWD,EUR" },
    });
    const { apiKey } = await gateway.merchant();
    const { body } = await request(`${gateway.url}/workbench/api/test_currencies`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(body).to.deep.equal({ payments: "EUR", payouts: "EUR" });
    await gateway.stop();
  });
});
