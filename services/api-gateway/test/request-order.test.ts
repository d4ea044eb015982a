import { OPERATIONS } from "@flowlix/contracts";
import { whileClockStands } from "@flowlix/testkit";
import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request, validBody, type ApiAnswer } from "./support/requests.ts";

const REQUEST_ID = /^req_[A-Za-z0-9]{24}$/;

/** What every answer has, and every error besides (docs/design/specification.md#error-envelope). */
function expectEnvelope(answer: ApiAnswer, status: number, code: string, param?: string): void {
  expect([answer.status, answer.code, answer.param], answer.text).to.deep.equal([status, code, param]);
  expect(answer.headers.get("content-type")).to.equal("application/json");
  const requestId = answer.headers.get("request-id");
  expect(requestId).to.match(REQUEST_ID);
  const error = answer.body["error"];
  expect(error).to.have.property("request_id", requestId);
  expect(error).to.have.property("message").that.is.a("string");
  expect(error).to.have.property("doc_url", `https://pay.example/docs/errors#${code}`);
}

describe("the order in which a request is checked", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let readOnly: string;
  let spent: string;
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  before(async function () {
    this.timeout(60_000);
    // A bucket of one that fills in a day: a key's second request is over its quota.
    gateway = await startGateway({ env: { KEY_QUOTA: "1000", KEY_QUOTA_BURST: "1000" } });
    const { merchantId, apiKey: full } = await gateway.merchant();
    apiKey = full;
    const key = (permissions: string[]) =>
      gateway.control("POST", "/keys", { merchant: merchantId, mode: "sandbox", permissions });
    readOnly = String((await key(["read"])).body["api_key"]);
    spent = String((await key(["refunds"])).body["api_key"]);
  });
  after(() => gateway.stop());

  it("an unknown path is 404 before the key [ERR-16, D1-2]", async () => {
    for (const path of [
      "/v1",
      "/v1/payment",
      "/v2/payments",
      "/v1/payments/",
      "/v1/payments//x",
      "/v1//payments",
      "/V1/payments",
      "/v1/payments/a/b",
    ]) {
      expectEnvelope(await request(`${gateway.url}${path}`), 404, "resource_not_found");
    }
  });

  it("a wrong method on a public path is 405 with Allow, before the key [ERR-7, D1-2]", async () => {
    const cases = [
      ["/v1/payments", "DELETE", "POST, GET, HEAD"],
      ["/v1/payments", "OPTIONS", "POST, GET, HEAD"],
      ["/v1/payments/pay_x", "POST", "GET, HEAD"],
      ["/v1/payments/pay_x", "PATCH", "GET, HEAD"],
      ["/v1/payments/hpp", "GET", "POST"],
      ["/v1/health", "POST", "GET, HEAD"],
      ["/v1/health", "PROPFIND", "GET, HEAD"],
    ] as const;
    for (const [path, method, allow] of cases) {
      const answer = await request(`${gateway.url}${path}`, { method });
      expectEnvelope(answer, 405, "method_not_allowed");
      expect(answer.headers.get("allow"), `${method} ${path}`).to.equal(allow);
    }
  });

  it("every operation of the contract is served, and asks for a key", async () => {
    for (const { id, method, path } of Object.values(OPERATIONS)) {
      if (id === "health") continue;
      const answer = await request(`${gateway.url}${path.replaceAll(/[{}]/g, "")}`, { method });
      expect([answer.status, answer.code], id).to.deep.equal([401, "invalid_api_key"]);
    }
  });

  it("HEAD on a path without GET is 405 without a body [D1-10]", async () => {
    const answer = await request(`${gateway.url}/v1/payments/hpp`, { method: "HEAD" });
    expect([answer.status, answer.text, answer.headers.get("allow")]).to.deep.equal([405, "", "POST"]);
    expect(answer.headers.get("request-id")).to.match(REQUEST_ID);
  });

  it("a key that is missing, malformed or unknown is 401 before anything of the request [AUTH-1, AUTH-3]", async () => {
    const unknown = `api_test_sk_${"x".repeat(32)}`;
    for (const authorization of [
      "",
      "Basic abc",
      "Bearer",
      "Bearer x",
      `Bearer ${unknown}`,
      `Token ${apiKey}`,
      `Bearer ${apiKey} x`,
      apiKey,
    ]) {
      const answer = await createPayment(gateway.url, { key: null, body: "{", headers: { authorization } });
      expectEnvelope(answer, 401, "invalid_api_key");
      expect(answer.headers.get("x-ratelimit-limit")).to.equal(null);
      expect(answer.headers.get("www-authenticate")).to.equal("Bearer");
    }
  });

  it("a permission that is missing is 403 before a header that is missing, and has no param [D8-3]", async () => {
    expectEnvelope(
      await createPayment(gateway.url, { apiKey: readOnly, key: null, body: "{" }),
      403,
      "actor_forbidden",
    );
    const read = await request(`${gateway.url}/v1/payments/${"x".repeat(5)}`, { headers: bearer(spent) });
    expectEnvelope(read, 403, "actor_forbidden");
  });

  it("a key that may create payments or read may read them [D8-3]", async () => {
    for (const key of [readOnly, apiKey]) {
      const answer = await request(`${gateway.url}/v1/payments/pay_${"x".repeat(24)}`, {
        headers: bearer(key),
      });
      expectEnvelope(answer, 404, "object_not_found", "id");
    }
  });

  it("a missing or empty Idempotency-Key is 400 before the body [IDEM-1, D1-IDEM-1, ERR-11]", async () => {
    for (const key of [null, "", "   ", "\t"]) {
      expectEnvelope(
        await createPayment(gateway.url, { apiKey, key, body: "{" }),
        400,
        "parameter_missing",
        "Idempotency-Key",
      );
    }
  });

  it("an Idempotency-Key of other characters or over 255 is parameter_invalid [IDEM-1, D1-IDEM-1, LIM-1]", async () => {
    for (const key of ["x".repeat(256), "é", "a\tb"]) {
      expectEnvelope(
        await createPayment(gateway.url, { apiKey, key, body: "{" }),
        400,
        "parameter_invalid",
        "Idempotency-Key",
      );
    }
    expect((await createPayment(gateway.url, { apiKey, key: "~ !".repeat(85) })).status).to.equal(201);
  });

  it("a wrong or missing media type is request_body_invalid with the header as param [END-1, ERR-15]", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/json; charset=latin1",
      "nonsense",
      "application/jsonp",
      "multipart/form-data",
    ]) {
      expectEnvelope(
        await createPayment(gateway.url, { apiKey, headers: { "content-type": type } }),
        400,
        "request_body_invalid",
        "Content-Type",
      );
    }
    const untyped = new Blob([JSON.stringify(validBody())]);
    const headers = { ...bearer(apiKey), "idempotency-key": "untyped" };
    const answer = await request(`${gateway.url}/v1/payments`, { method: "POST", headers, body: untyped });
    expectEnvelope(answer, 400, "request_body_invalid", "Content-Type");
  });

  it("a media type with parameters of no meaning is accepted [END-1]", async () => {
    for (const type of [
      "application/json; charset=utf-8",
      'Application/JSON;charset="UTF-8"',
      "application/json;v=1",
    ]) {
      expect(
        (await createPayment(gateway.url, { apiKey, headers: { "content-type": type } })).status,
      ).to.equal(201);
    }
  });

  it("JSON that is malformed, no object or empty is request_body_invalid without a param [ERR-15]", async () => {
    for (const body of ["", "{", "null", "[]", '"x"', "1", '{"amount":1,}', "\ufeff{}", "{'a':1}"]) {
      expectEnvelope(await createPayment(gateway.url, { apiKey, body }), 400, "request_body_invalid");
    }
  });

  it("a body over 64 KiB is request_body_invalid, one of 64 KiB is read [D1-3]", async () => {
    const filled = (bytes: number) => {
      const text = JSON.stringify(validBody());
      return text + " ".repeat(bytes - text.length);
    };
    expectEnvelope(
      await createPayment(gateway.url, { apiKey, body: filled(65_537) }),
      400,
      "request_body_invalid",
    );
    expect((await createPayment(gateway.url, { apiKey, body: filled(65_536) })).status).to.equal(201);
  });

  it("bytes that are not UTF-8 are the fault of the text they stand in [D1-9]", async () => {
    const text = JSON.stringify({ ...validBody(), description: "a?b" });
    const at = text.indexOf("a?b") + 1;
    const bytes = Buffer.from(text);
    bytes[at] = 0xff;
    const answer = await createPayment(gateway.url, { apiKey, body: new Blob([bytes]) });
    expectEnvelope(answer, 400, "parameter_invalid", "description");
  });

  it("a path value of another shape is invalid_request at its name, after the key [GET-2]", async () => {
    for (const id of [
      "pay_x",
      "%zz",
      "%",
      "%00",
      "ref_000000000000000000000000",
      `pay_${"x".repeat(25)}`,
      "%E0%A4%A",
    ]) {
      const path = `${gateway.url}/v1/payments/${id}`;
      expectEnvelope(await request(path, { headers: bearer(apiKey) }), 400, "invalid_request", "id");
      expectEnvelope(await request(path), 401, "invalid_api_key");
    }
  });

  it("a path value may be percent-encoded", async () => {
    const created = await createPayment(gateway.url, { apiKey });
    const id = String(created.body["id"]).replace("pay_", "%70ay%5F");
    expect((await request(`${gateway.url}/v1/payments/${id}`, { headers: bearer(apiKey) })).status).to.equal(
      200,
    );
  });

  it("HEAD answers as GET does, without the body [D1-10]", async () => {
    const created = await createPayment(gateway.url, { apiKey });
    const url = `${gateway.url}/v1/payments/${String(created.body["id"])}`;
    const get = await request(url, { headers: bearer(apiKey) });
    const head = await request(url, { method: "HEAD", headers: bearer(apiKey) });
    expect([head.status, head.text]).to.deep.equal([200, ""]);
    expect(head.headers.get("content-length")).to.equal(get.headers.get("content-length"));
  });
});

describe("the quota of a key", () => {
  let gateway: TestGateway;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ env: { KEY_QUOTA: "1", KEY_QUOTA_BURST: "2" } });
  });
  after(() => gateway.stop());

  it("stands before permission, headers and body, and tells when to come back [D1-1, D10-5]", async () => {
    const { merchantId } = await gateway.merchant();
    const made = await gateway.control("POST", "/keys", {
      merchant: merchantId,
      mode: "sandbox",
      permissions: ["read"],
    });
    const apiKey = String(made.body["api_key"]);
    // Within one second, however slow the machine is: none of the quota comes back.
    const [first, third] = await whileClockStands(async () => {
      const within = await createPayment(gateway.url, { apiKey, key: null });
      await createPayment(gateway.url, { apiKey, key: null });
      return [within, await createPayment(gateway.url, { apiKey, key: null, body: "{" })] as const;
    });
    expect([
      first.code,
      first.headers.get("x-ratelimit-limit"),
      first.headers.get("x-ratelimit-remaining"),
    ]).to.deep.equal(["actor_forbidden", "2", "1"]);
    expectEnvelope(third, 429, "rate_limit_exceeded");
    expect(third.headers.get("x-ratelimit-remaining")).to.equal("0");
    expect(Number(third.headers.get("retry-after"))).to.be.at.least(1);
    expect(Number(third.headers.get("x-ratelimit-reset"))).to.be.greaterThan(Date.now() / 1000 - 1);
    expect(await gateway.metrics.text()).to.contain(
      'gateway_rate_limited_total{route="/v1/payments",scope="key"} 1',
    );
  });

  it("is the key's own and leaves health alone [D10-5]", async () => {
    const { apiKey } = await gateway.merchant();
    for (let count = 0; count < 5; count += 1) {
      const answer = await request(`${gateway.url}/v1/health`);
      expect([answer.status, answer.headers.get("x-ratelimit-limit")]).to.deep.equal([200, null]);
    }
    expect((await createPayment(gateway.url, { apiKey })).status).to.equal(201);
  });
});
