import { expect } from "chai";
import { startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request, type ApiAnswer } from "./support/requests.ts";

describe("what is left of a key's quota", () => {
  let gateway: TestGateway;
  let apiKey: string;
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway();
    ({ apiKey } = await gateway.merchant());
  });
  after(() => gateway.stop());

  const get = (path: string) =>
    request(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  const answers: readonly (readonly [what: string, status: number, answer: () => Promise<ApiAnswer>])[] = [
    ["a Payment that was made", 201, () => createPayment(gateway.url, { apiKey })],
    ["a replay", 201, () => createPayment(gateway.url, { apiKey, key: "again" })],
    ["a body that is refused", 400, () => createPayment(gateway.url, { apiKey, body: "{" })],
    ["a header that is missing", 400, () => createPayment(gateway.url, { apiKey, key: null })],
    ["a Payment that is not found", 404, () => get(`/v1/payments/pay_${"0".repeat(24)}`)],
    ["a list", 200, () => get("/v1/payments")],
  ];
  for (const [what, status, answer] of answers) {
    it(`is on every authenticated answer: ${what} [D10-16]`, async () => {
      if (what === "a replay") await answer();
      const response = await answer();
      expect(response.status, response.text).to.equal(status);
      expect(response.headers.get("x-ratelimit-limit")).to.equal("200");
      expect(response.headers.get("x-ratelimit-remaining")).to.match(/^[0-9]+$/);
      expect(response.headers.get("x-ratelimit-reset")).to.match(/^[0-9]{10}$/);
    });
  }

  it("is on no answer to somebody without a key [D10-16]", async () => {
    const response = await createPayment(gateway.url, { apiKey: null });
    expect([response.status, response.headers.get("x-ratelimit-limit")]).to.deep.equal([401, null]);
  });
});
