import { expect } from "chai";
import { DomainError } from "@flowlix/runtime";
import { recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, request } from "./support/requests.ts";
import { paymentOf, scriptedPayments } from "./support/scripted-payments.ts";

const UNKNOWN = `pay_${"0".repeat(24)}`;

describe("GET /v1/payments", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let keyWith: (permissions: string[]) => Promise<string>;
  let refusal: DomainError | undefined;
  const payments = scriptedPayments({
    list: async ({ scope, limit }) => {
      if (refusal !== undefined) throw refusal;
      const own = payments.made.filter(({ scope: of }) => of.merchant_id === scope.merchant_id);
      return { data: own.toReversed().slice(0, limit).map(paymentOf), has_more: own.length > limit };
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ payments });
    const { merchantId, apiKey: full } = await gateway.merchant();
    apiKey = full;
    keyWith = async (permissions) => {
      const made = await gateway.control("POST", "/keys", {
        merchant: merchantId,
        mode: "sandbox",
        permissions,
      });
      return String(made.body["api_key"]);
    };
  });
  afterEach(() => {
    refusal = undefined;
  });
  after(() => gateway.stop());

  const get = (query: string, key = apiKey, method = "GET") =>
    request(`${gateway.url}/v1/payments${query}`, { method, headers: { authorization: `Bearer ${key}` } });

  it("answers a page of the key's own Payments, newest first, and whether there are more [LIST-1]", async () => {
    const made: unknown[] = [];
    for (let count = 0; count < 3; count += 1)
      made.push((await createPayment(gateway.url, { apiKey })).body["id"]);
    const page = await get("?limit=2");
    expect(page.status, page.text).to.equal(200);
    expect(Object.keys(page.body)).to.have.members(["data", "has_more"]);
    expect(recordsOf(page.body["data"]).map(({ id }) => id)).to.deep.equal([made[2], made[1]]);
    expect(page.body["has_more"]).to.equal(true);
    expect(page.headers.get("cache-control")).to.equal("no-store");
  });

  it("shows nothing of one merchant to another [LIST-2]", async () => {
    await createPayment(gateway.url, { apiKey });
    const other = await gateway.merchant();
    expect((await get("", other.apiKey)).text).to.equal('{"data":[],"has_more":false}');
  });

  it("HEAD answers the same headers without a body", async () => {
    const [head, whole] = [await get("", apiKey, "HEAD"), await get("")];
    expect([head.status, head.text]).to.deep.equal([200, ""]);
    expect(head.headers.get("content-length")).to.equal(String(Buffer.byteLength(whole.text)));
  });

  it("payments or read suffices as permission; without either it is 403 without a param", async () => {
    for (const permission of ["payments", "read"]) {
      expect((await get("", await keyWith([permission]))).status, permission).to.equal(200);
    }
    const refused = await get("?page=2", await keyWith(["refunds", "payouts"]));
    expect([refused.status, refused.code, refused.param]).to.deep.equal([403, "actor_forbidden", undefined]);
  });

  it("finds nothing by a card's whole number, which reaches neither the owner nor the log", async () => {
    await createPayment(gateway.url, { apiKey });
    expect(recordsOf((await get("?search=4111111111111112")).body["data"])).not.to.deep.equal([]);
    for (const search of [
      "4111111111111111",
      "4111 1111 1111 1111",
      "4111-1111-1111-1111",
      "4111.1111.1111.1111",
      "4111–1111–1111–1111",
      "4111_1111_1111_1111",
      "４１１１１１１１１１１１１１１１",
    ])
      expect((await get(`?search=${encodeURIComponent(search)}`)).text, search).to.equal(
        '{"data":[],"has_more":false}',
      );
    const logged = gateway.logLines.join("\n");
    for (const part of ["1111111", "1111%20", "1111-1111", "1111.1111"]) expect(logged).not.to.include(part);
  });

  it("needs a key before anything of the query is looked at", async () => {
    const answer = await request(`${gateway.url}/v1/payments?page=2`);
    expect([answer.status, answer.code]).to.deep.equal([401, "invalid_api_key"]);
  });

  it("the three refusals of a query are 400, with the parameter [LIST-1]", async () => {
    const cases = [
      ["?limit=0", "invalid_request", "limit"],
      ["?created%5Bgte%5D=2&created%5Blt%5D=2", "invalid_search_criteria", "created[lt]"],
      ["?search=%zz", "parameter_invalid", "search"],
    ] as const;
    for (const [query, code, param] of cases) {
      const answer = await get(query);
      expect([answer.status, answer.code, answer.param], query).to.deep.equal([400, code, param]);
    }
  });

  for (const query of ["", "&search=4111111111111111"])
    it(`a cursor that the owner does not know is invalid_search_criteria at the cursor${query && ", beside a card's number too"}`, async () => {
      refusal = new DomainError("invalid_search_criteria", { param: "starting_after" });
      const answer = await get(`?starting_after=${UNKNOWN}${query}`);
      expect([answer.status, answer.code, answer.param]).to.deep.equal([
        400,
        "invalid_search_criteria",
        "starting_after",
      ]);
    });

  it("a page that takes too long to find is 503 with Retry-After", async () => {
    refusal = new DomainError("service_unavailable", { retryAfterS: 5 });
    const answer = await get("?card_last4=4242");
    expect([answer.status, answer.code, answer.headers.get("retry-after")]).to.deep.equal([
      503,
      "service_unavailable",
      "5",
    ]);
  });

  it("neither the query nor what it searches for is logged", async () => {
    await get("?search=ada.secret%40example.com");
    expect(gateway.logLines.join("")).not.to.contain("ada.secret");
  });
});
