import { newId } from "@flowlix/runtime";
import { expect } from "chai";
import { recordOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request } from "./support/requests.ts";

describe("the log line of a request", () => {
  let gateway: TestGateway;
  let caller: { apiKey: string; merchantId: string; keyId: string };
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    caller = await gateway.merchant();
  });
  after(() => gateway.stop());
  beforeEach(() => {
    gateway.logLines.length = 0;
  });
  const read = (id: string, apiKey = caller.apiKey) =>
    request(`${gateway.url}/v1/payments/${id}`, { headers: { authorization: `Bearer ${apiKey}` } });
  const line = () =>
    recordOf(JSON.parse(gateway.logLines.find((one) => one.includes('"msg":"request"')) ?? "{}"));

  it("names the merchant, the key and the object that a create made, whose id is its request's", async () => {
    const { body, headers } = await createPayment(gateway.url, { apiKey: caller.apiKey });
    const id = String(body["id"]);
    expect(line()).to.include({
      merchant_id: caller.merchantId,
      key_id: caller.keyId,
      object_id: id,
      status: 201,
    });
    expect(line()).not.to.have.property("code");
    expect(id.slice("pay_".length)).to.equal(String(headers.get("request-id")).slice("req_".length));
  });

  it("names the object of a replay, and of a read", async () => {
    const key = "the same key twice";
    const first = await createPayment(gateway.url, { apiKey: caller.apiKey, key });
    gateway.logLines.length = 0;
    await createPayment(gateway.url, { apiKey: caller.apiKey, key });
    expect(line()["object_id"]).to.equal(first.body["id"]);
    gateway.logLines.length = 0;
    expect((await read(String(first.body["id"]))).status).to.equal(200);
    expect(line()["object_id"]).to.equal(first.body["id"]);
  });

  it("names the error code, the object of the path though there is none, and no caller whom nobody knows", async () => {
    const id = newId("payment");
    await read(id);
    expect(line()).to.include({ object_id: id, code: "object_not_found", status: 404 });
    gateway.logLines.length = 0;
    await read(id, "api_test_sk_nobody");
    expect(line()).to.include({ code: "invalid_api_key", status: 401 }).and.not.have.property("merchant_id");
  });
});
