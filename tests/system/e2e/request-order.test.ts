import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { directPaymentRequest, fullDirectPaymentRequest, testCard } from "@flowlix/testkit";
import { expect } from "chai";
import { errorOf, paymentOf, refusalOf } from "./support/api.ts";
import { newKey, newMerchant, type Merchant } from "./support/merchants.ts";
import { IN_PROCESS, TEST_TIMEOUT_MS, withPlatform } from "./support/platform.ts";

const JSON_TYPE = { "content-type": "application/json" };
const NOBODY = { authorization: "" };
const UNKNOWN_ID = "pay_000000000000000000000000";

describe("requests are checked in one order and answered in one form", function () {
  this.timeout(TEST_TIMEOUT_MS);
  const platform = withPlatform(IN_PROCESS);
  let merchant: Merchant;
  let reader: string;
  before(async () => {
    merchant = await newMerchant(platform());
    reader = (await newKey(platform(), merchant.id, "sandbox", { permissions: ["read"] })).api_key;
  });

  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    merchant.api.send("POST", "/v1/payments", {
      headers: { "idempotency-key": randomUUID(), ...JSON_TYPE, ...headers },
      body,
    });
  const valid = (changes: object = {}) => JSON.stringify({ ...directPaymentRequest(), ...changes });

  it("a path comes before its method, a method before the key [VER-1, D1-1, D1-10, D3-6]", async () => {
    const { api } = merchant;
    const ask = async (method: string, path: string) => {
      const answer = await api.send(method, path, { headers: NOBODY });
      return [...refusalOf(answer), answer.headers.get("allow")];
    };
    for (const path of ["/v1", "/v2/payments", "/v1/payments/", "/v1/health/", `/v1/payments/${UNKNOWN_ID}/`])
      expect(await ask("GET", path), path).to.deep.equal([404, "resource_not_found", null]);
    for (const method of ["DELETE", "PUT", "PATCH", "OPTIONS"]) {
      expect(await ask(method, `/v1/payments/${UNKNOWN_ID}`)).to.deep.equal([
        405,
        "method_not_allowed",
        "GET, HEAD",
      ]);
      expect(await ask(method, "/v1/health")).to.deep.equal([405, "method_not_allowed", "GET, HEAD"]);
      expect((await ask(method, "/v1/payments"))[2]).to.match(/\bPOST\b/);
    }
    expect(await ask("GET", "/v1/payments/hpp")).to.deep.equal([405, "method_not_allowed", "POST"]);
    expect(await ask("GET", `/v1/payments/${UNKNOWN_ID}`)).to.deep.equal([401, "invalid_api_key", null]);
  });

  it("the key comes before permission, permission before headers, headers before the body [D1-1]", async () => {
    const broken = { headers: JSON_TYPE, body: "{" };
    const send = (apiKey: string, options: object) =>
      platform().apiFor(apiKey).send("POST", "/v1/payments", options);
    expect(refusalOf(await send("api_test_sk_00000000000000000000000000000000", broken))).to.deep.equal([
      401,
      "invalid_api_key",
    ]);
    expect(refusalOf(await send(reader, broken))).to.deep.equal([403, "actor_forbidden"]);
    expect(refusalOf(await send(merchant.api.apiKey, broken))).to.deep.equal([
      400,
      "parameter_missing",
      "Idempotency-Key",
    ]);
    const tooLong = { ...broken, headers: { ...JSON_TYPE, "idempotency-key": "k".repeat(256) } };
    expect(refusalOf(await send(merchant.api.apiKey, tooLong))).to.deep.equal([
      400,
      "parameter_invalid",
      "Idempotency-Key",
    ]);
    const blank = { ...broken, headers: { ...JSON_TYPE, "idempotency-key": "  " } };
    expect(refusalOf(await send(merchant.api.apiKey, blank))).to.deep.equal([
      400,
      "parameter_missing",
      "Idempotency-Key",
    ]);
  });

  it("what is no JSON object of at most 64 KiB is request_body_invalid [D1-3]", async () => {
    const invalid = [400, "request_body_invalid"];
    for (const body of ["", "{", "[]", "null", '"text"', "1", '{"amount":1'])
      expect(refusalOf(await post(body)), body).to.deep.equal(invalid);
    expect(refusalOf(await post(valid(), { "content-type": "text/plain" }))).to.deep.equal([
      ...invalid,
      "Content-Type",
    ]);
    expect(refusalOf(await post(valid({ description: "x".repeat(66_000) })))).to.deep.equal(invalid);
  });

  it("bytes that are no UTF-8 are the fault of the text they stand in", async () => {
    const bytes = Buffer.from(valid({ description: "TEXT" }), "latin1");
    const body = new Uint8Array(bytes);
    body[bytes.indexOf("TEXT")] = 0xff;
    expect(refusalOf(await post(body))).to.deep.equal([400, "parameter_invalid", "description"]);
  });

  it("of several faults the first of the documented field list is told [D1-7]", async () => {
    const body = (changes: object) => post(valid(changes));
    expect(refusalOf(await body({ amount: 0, currency: "nope" }))).to.deep.equal([
      400,
      "parameter_invalid",
      "amount",
    ]);
    expect(refusalOf(await body({ amount: null, currency: "nope" }))).to.deep.equal([
      400,
      "request_body_invalid",
      "amount",
    ]);
    expect(refusalOf(await body({ amount: 2 ** 53 }))).to.deep.equal([400, "parameter_invalid", "amount"]);
    expect(refusalOf(await body({ currency: "EURO", colour: 1 }))).to.deep.equal([
      400,
      "parameter_invalid",
      "currency",
    ]);
    expect(refusalOf(await body({ colour: 1 }))).to.deep.equal([400, "request_body_invalid", "colour"]);
    expect(refusalOf(await body({ merchant_customer_id: null }))).to.deep.equal([
      400,
      "request_body_invalid",
      "merchant_customer_id",
    ]);
    expect(refusalOf(await body({ merchant_customer_id: " " }))).to.deep.equal([
      400,
      "parameter_invalid",
      "merchant_customer_id",
    ]);
    expect(refusalOf(await body({ customer_ip_address: "example.org" }))).to.deep.equal([
      400,
      "parameter_invalid",
      "customer_ip_address",
    ]);
    expect(refusalOf(await body({ return_url: "http://merchant.example/" }))).to.deep.equal([
      400,
      "parameter_invalid",
      "return_url",
    ]);
    expect(refusalOf(await body({ merchant_reference: 12 }))).to.deep.equal([
      400,
      "parameter_invalid",
      "merchant_reference",
    ]);
    expect(refusalOf(await body({ billing_details: { address: { country: "XX" } } }))).to.deep.equal([
      400,
      "parameter_invalid",
      "billing_details.address.country",
    ]);
  });

  it("U+0000 and ill-formed Unicode are refused in every text [D1-9]", async () => {
    for (const bad of ["a\\u0000b", "a\\ud800b"]) {
      const description = valid({ description: "TEXT" }).replace("TEXT", bad);
      expect(refusalOf(await post(description))).to.deep.equal([400, "parameter_invalid", "description"]);
      const customer = valid({ merchant_customer_id: "TEXT" }).replace("TEXT", bad);
      expect(refusalOf(await post(customer))).to.deep.equal([
        400,
        "parameter_invalid",
        "merchant_customer_id",
      ]);
      const city = valid({ billing_details: { address: { city: "TEXT" } } }).replace("TEXT", bad);
      expect(refusalOf(await post(city))).to.deep.equal([
        400,
        "parameter_invalid",
        "billing_details.address.city",
      ]);
    }
  });

  it("every error has the envelope and nothing else, with the request's own new id [D1-IDEM-6, END-2, ERR-1, D1-11]", async () => {
    const answers = await Promise.all([
      merchant.api.send("GET", "/nowhere"),
      merchant.api.send("DELETE", "/v1/payments"),
      merchant.api.send("GET", `/v1/payments/${UNKNOWN_ID}`, { headers: NOBODY }),
      merchant.api.send("GET", `/v1/payments/${UNKNOWN_ID}`, { headers: { "request-id": "req_mine" } }),
      merchant.api.send("GET", "/v1/payments/not-an-id"),
      post("{"),
      post(valid({ currency: "USD" })),
      merchant.api.create({ amount: 105_003 }),
    ]);
    const ids = new Set(answers.map(({ headers }) => headers.get("request-id")));
    expect(ids.size, "new for every request").to.equal(answers.length);
    for (const answer of answers) {
      const envelope: Record<string, unknown> = JSON.parse(answer.text);
      expect(Object.keys(envelope)).to.deep.equal(["error"]);
      const allowed = new Set(["code", "message", "param", "doc_url", "request_id"]);
      expect(Object.keys(errorOf(answer)).filter((name) => !allowed.has(name))).to.deep.equal([]);
      expect(answer.headers.get("request-id")).to.match(/^req_[A-Za-z0-9]{24}$/);
      expect(errorOf(answer).request_id).to.equal(answer.headers.get("request-id"));
      const { code, doc_url } = errorOf(answer);
      expect(doc_url).to.equal(`${platform().installation().publicUrl}/docs/errors#${code}`);
      expect(answer.headers.get("content-type")).to.equal("application/json");
    }
    expect(answers.map(refusalOf)).to.deep.equal([
      [404, "resource_not_found"],
      [405, "method_not_allowed"],
      [401, "invalid_api_key"],
      [404, "object_not_found", "id"],
      [400, "invalid_request", "id"],
      [400, "request_body_invalid"],
      [422, "currency_not_supported", "currency"],
      [503, "service_unavailable"],
    ]);
  });

  it("a replay has a Request-Id of its own [D1-IDEM-6]", async () => {
    const key = randomUUID();
    const first = await merchant.api.create({ key });
    const replay = await merchant.api.create({ key });
    expect([first, replay].map(({ headers }) => headers.get("idempotent-replayed"))).to.deep.equal([
      null,
      "true",
    ]);
    expect(first.headers.get("request-id")).not.to.equal(replay.headers.get("request-id"));
    expect(replay.text).to.equal(first.text);
  });

  it("HEAD is GET without a body [D1-10]", async () => {
    const { id } = paymentOf(await merchant.api.create());
    const got = await merchant.api.read(id);
    const head = await merchant.api.send("HEAD", `/v1/payments/${id}`);
    expect([head.status, head.text]).to.deep.equal([200, ""]);
    expect(head.headers.get("content-length")).to.equal(String(Buffer.byteLength(got.text)));
    expect((await merchant.api.send("HEAD", "/v1/health", { headers: NOBODY })).status).to.equal(200);
    expect((await merchant.api.send("HEAD", `/v1/payments/${UNKNOWN_ID}`)).status).to.equal(404);
  });

  it("TRACE and methods nobody knows are 405 or 400, and the server goes on [ERR-18]", async () => {
    const raw = async (method: string) => {
      const { hostname, port } = new URL(platform().installation().publicUrl);
      const answer = Promise.withResolvers<[number, string]>();
      const asked = request({ hostname, port, method, path: "/v1/payments", agent: false }, (response) => {
        void text(response).then((body) => answer.resolve([response.statusCode ?? 0, body]), answer.reject);
      });
      asked.once("error", answer.reject).end();
      return answer.promise;
    };
    for (const method of ["TRACE", "PROPFIND", "QUERY"])
      expect([400, 405]).to.include((await raw(method))[0]);
    expect((await merchant.api.create()).status).to.equal(201);
  });

  it("texts, names and references come back as sent, currency and country in upper case [CUR-3, PAY-4, IN-6]", async () => {
    const payment = paymentOf(
      await merchant.api.create({
        changes: {
          currency: " gbp ",
          description: "Zwei Stühle 🪑",
          merchant_reference: 9_999_999_999,
          billing_details: { first_name: "Ada", address: { country: "gb" } },
        },
      }),
    );
    expect(payment).to.include({
      currency: "GBP",
      description: "Zwei Stühle 🪑",
      merchant_reference: 9_999_999_999,
    });
    expect(payment.billing_details).to.deep.equal({
      email: null,
      first_name: "Ada",
      last_name: null,
      phone: null,
      address: { line1: null, line2: null, city: null, state: null, postal_code: null, country: "GB" },
    });
    expect(payment.payment_method).to.deep.equal({
      type: "card",
      card: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2040 },
    });
    expect(paymentOf(await merchant.api.read(payment.id))).to.deep.equal(payment);
  });

  it("every text may have its full length, in characters that take the most room [LIM-3]", async () => {
    const long = (length: number) => "🪑".repeat(length);
    const { browser_information: browser, ...full } = fullDirectPaymentRequest({
      description: long(500),
      merchant_customer_id: long(255),
      return_url: `https://merchant.example/${"a".repeat(2_048 - 25)}`,
      payment_method_data: { type: "card", card: testCard({ holder_name: long(255) }) },
    });
    const payer = { ...browser, accept_header: "\u0001".repeat(2_048), user_agent: long(2_048) };
    const sent = JSON.stringify({ ...full, browser_information: payer });
    const answer = await post(sent);
    expect(paymentOf(answer)).to.include({ status: "SUCCEEDED", description: long(500) });
    for (const over of [{ description: long(501) }, { merchant_customer_id: long(256) }]) {
      expect(refusalOf(await post(valid(over)))).to.deep.equal([
        400,
        "parameter_invalid",
        Object.keys(over)[0],
      ]);
    }
  });
});
