import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { gate, whileClockStands } from "@flowlix/testkit";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request, validBody } from "./support/requests.ts";
import { scriptedIdempotency } from "./support/scripted-idempotency.ts";
import { paymentOf, scriptedPayments, type CreateParams } from "./support/scripted-payments.ts";

describe("what the gateway refuses before anything is made", () => {
  let gateway: TestGateway;
  const idempotency = scriptedIdempotency();
  const payments = scriptedPayments();
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ idempotency, payments });
  });
  after(() => gateway.stop());

  const update = (merchantId: string, change: object) =>
    gateway.control("PATCH", `/merchants/${merchantId}`, change);

  it("a well-formed currency that is not accepted is 422 at currency, and leaves the key free [CUR-4, VER-3, POST-7]", async () => {
    const { apiKey } = await gateway.merchant();
    for (const currency of ["USD", " jpy ", "zzz"]) {
      const answer = await createPayment(gateway.url, {
        apiKey,
        key: "currency",
        body: { ...validBody(), currency },
      });
      expect([answer.status, answer.code, answer.param]).to.deep.equal([
        422,
        "currency_not_supported",
        "currency",
      ]);
    }
    expect((await createPayment(gateway.url, { apiKey, key: "currency" })).status).to.equal(201);
  });

  it("payments switched off are 403 payment_acceptance_unavailable, and replays still come first [AUTH-4, ERR-12]", async () => {
    const { merchantId, apiKey } = await gateway.merchant();
    const made = await createPayment(gateway.url, { apiKey, key: "off" });
    await update(merchantId, { mode: "sandbox", payments: false });
    const refused = await createPayment(gateway.url, { apiKey });
    expect([refused.status, refused.code, refused.param]).to.deep.equal([
      403,
      "payment_acceptance_unavailable",
      undefined,
    ]);
    expect((await createPayment(gateway.url, { apiKey, key: "off" })).text).to.equal(made.text);
    const reused = await createPayment(gateway.url, {
      apiKey,
      key: "off",
      body: { ...validBody(), amount: 1 },
    });
    expect(reused.code).to.equal("idempotency_key_reused");
  });

  it("the account's state comes before the currency [D1-1]", async () => {
    const { merchantId, apiKey } = await gateway.merchant();
    await update(merchantId, { mode: "sandbox", provisioned: false });
    const answer = await createPayment(gateway.url, { apiKey, body: { ...validBody(), currency: "USD" } });
    expect([answer.status, answer.code]).to.deep.equal([422, "merchant_not_provisioned"]);
  });

  it("live mode without a provider is 422 merchant_not_provisioned, whatever the row says [AUTH-4, ERR-6, D11-14]", async () => {
    const { merchantId } = await gateway.merchant();
    const live = await gateway.control("POST", "/keys", { merchant: merchantId, mode: "live" });
    await gateway.database.sql(
      "update gateway.merchant_accounts set provisioned = true where merchant_id = $1",
      [merchantId],
    );
    const answer = await createPayment(gateway.url, { apiKey: String(live.body["api_key"]) });
    expect([answer.status, answer.code]).to.deep.equal([422, "merchant_not_provisioned"]);
  });

  it("an object of another mode or merchant is 404 [SVC-4, GET-3]", async () => {
    const { merchantId, apiKey } = await gateway.merchant();
    const made = await createPayment(gateway.url, { apiKey });
    const live = await gateway.control("POST", "/keys", { merchant: merchantId, mode: "live" });
    const other = await gateway.merchant();
    for (const key of [String(live.body["api_key"]), other.apiKey]) {
      const answer = await request(`${gateway.url}/v1/payments/${String(made.body["id"])}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect([answer.status, answer.code, answer.param]).to.deep.equal([404, "object_not_found", "id"]);
    }
  });
});

describe("what the owner answers a create with", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let next: (params: CreateParams) => Promise<ReturnType<typeof paymentOf>> = async (params) =>
    paymentOf(params);
  const payments = scriptedPayments({ create: (params) => next(params) });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ payments, env: { ADMISSION_LIMIT: "1" } });
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());

  const failing = (error: Error) => async () => {
    throw error;
  };

  it("a provider's 429 keeps its Retry-After, and the same key and body can succeed [IDEM-6, ERR-14]", async () => {
    next = failing(new DomainError("rate_limit_exceeded", { retryAfterS: 7, key: "release" }));
    const answer = await createPayment(gateway.url, { apiKey, key: "429" });
    expect([answer.status, answer.code, answer.headers.get("retry-after")]).to.deep.equal([
      429,
      "rate_limit_exceeded",
      "7",
    ]);
    expect(Number(answer.headers.get("x-ratelimit-remaining"))).to.be.greaterThan(0);
    next = async (params) => paymentOf(params);
    expect((await createPayment(gateway.url, { apiKey, key: "429" })).status).to.equal(201);
  });

  it("after 502 the key keeps its body: another is 409, the same continues under the same id [D1-IDEM-5]", async () => {
    const ids: string[] = [];
    next = async (params) => {
      ids.push(params.payment_id);
      throw new DomainError("processing_error", { key: "hold" });
    };
    expect((await createPayment(gateway.url, { apiKey, key: "502" })).status).to.equal(502);
    const other = await createPayment(gateway.url, {
      apiKey,
      key: "502",
      body: { ...validBody(), amount: 1 },
    });
    expect(other.code).to.equal("idempotency_key_reused");
    next = async (params) => {
      ids.push(params.payment_id);
      return paymentOf(params);
    };
    const again = await createPayment(gateway.url, { apiKey, key: "502" });
    expect([again.status, again.body["id"]]).to.deep.equal([201, ids[0]]);
    expect(new Set(ids).size).to.equal(1);
  });

  it("after a 422 of the owner the same key with a corrected body has an id never used before", async () => {
    const ids: string[] = [];
    next = async (params) => {
      ids.push(params.payment_id);
      throw new DomainError("merchant_not_provisioned", { key: "release" });
    };
    await createPayment(gateway.url, { apiKey, key: "422" });
    next = async (params) => paymentOf(params);
    const again = await createPayment(gateway.url, {
      apiKey,
      key: "422",
      body: { ...validBody(), amount: 1 },
    });
    expect(again.status).to.equal(201);
    expect(ids).not.to.include(again.body["id"]);
  });

  it("no answer in time is 503 with Retry-After, and the key stays in use [ERR-17]", async function () {
    this.timeout(60_000);
    const held = gate();
    const slow = scriptedPayments({
      create: async (params) => {
        await held.pass();
        return paymentOf(params);
      },
    });
    const hurried = await startGateway({ payments: slow, env: { REQUEST_DEADLINE: "3s" } });
    const { apiKey: own } = await hurried.merchant();
    const answer = await whileClockStands(() => createPayment(hurried.url, { apiKey: own, key: "503" }));
    expect([answer.status, answer.code]).to.deep.equal([503, "service_unavailable"]);
    // All of the 3 s by the clock that stands, and the 15 s for which the key is kept behind them.
    expect(answer.headers.get("retry-after")).to.equal("18");
    held.open();
    expect((await createPayment(hurried.url, { apiKey: own, key: "503" })).code).to.equal(
      "idempotency_key_in_use",
    );
    await hurried.stop();
  });

  it("something unexpected is 500 without a word about it [ERR-4]", async () => {
    next = failing(new Error("secret detail 4111111111111111"));
    const answer = await createPayment(gateway.url, { apiKey });
    expect([answer.status, answer.code, answer.param]).to.deep.equal([500, "internal_error", undefined]);
    expect(answer.text + gateway.logLines.join("")).not.to.contain("4111111111111111");
    expect(answer.text).not.to.contain("secret");
  });

  it("an error that an amount of the Sandbox orders is counted as ordered, and no other", async () => {
    const ordered = async () =>
      Number(
        /^gateway_ordered_errors_total\{.*code="503".*\} (\d+)$/m.exec(await gateway.metrics.text())?.[1],
      );
    const before = await ordered();
    next = failing(new DomainError("service_unavailable", { key: "release" }));
    expect((await createPayment(gateway.url, { apiKey })).status).to.equal(503);
    expect(await ordered()).to.equal(before);
    const body = { ...validBody(), amount: 105_003 };
    expect((await createPayment(gateway.url, { apiKey, body })).status).to.equal(503);
    expect(await ordered()).to.equal(before + 1);
  });

  it("a create over the admission limit is 503 with Retry-After before begin [ERR-17]", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    next = async (params) => {
      entered.resolve();
      await promise;
      return paymentOf(params);
    };
    const first = createPayment(gateway.url, { apiKey, key: "first" });
    await entered.promise;
    const second = await createPayment(gateway.url, { apiKey, key: "second" });
    expect([second.status, second.code, second.headers.get("retry-after")]).to.deep.equal([
      503,
      "service_unavailable",
      "1",
    ]);
    resolve();
    expect((await first).status).to.equal(201);
    next = async (params) => paymentOf(params);
    expect((await createPayment(gateway.url, { apiKey, key: "second" })).status).to.equal(201);
    expect(await gateway.metrics.text()).to.contain(
      'gateway_rate_limited_total{route="/v1/payments",scope="admission"} 1',
    );
  });
});
