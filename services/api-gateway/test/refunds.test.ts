import type { RefundStatus } from "@flowlix/contracts";
import { DomainError, newId } from "@flowlix/runtime";
import { expect } from "chai";
import { recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, createRefund, request, validRefundBody } from "./support/requests.ts";
import { scriptedIdempotency } from "./support/scripted-idempotency.ts";
import { scriptedPayments } from "./support/scripted-payments.ts";
import { refundOf, scriptedRefunds } from "./support/scripted-refunds.ts";

const UNKNOWN = "0".repeat(24);

describe("refunds at the gateway", () => {
  let gateway: TestGateway;
  let apiKey: string;
  let merchantId: string;
  let refusal: DomainError | undefined;
  /** As what a Refund is recorded; null where none is. */
  let recorded: RefundStatus | null = "PROCESSING";
  const idempotency = scriptedIdempotency();
  const payments = scriptedPayments();
  const refunds = scriptedRefunds({
    create: async (params) => {
      if (refusal !== undefined) throw refusal;
      refunds.made.push(params);
      return refundOf(params);
    },
    get: async ({ scope, refund_id: id }) => {
      const { merchant_id, livemode } = scope;
      const params = refunds.made.find(
        (one) =>
          one.refund_id === id && one.scope.merchant_id === merchant_id && one.scope.livemode === livemode,
      );
      if (params === undefined || recorded === null)
        throw new DomainError("object_not_found", { param: "id" });
      return { ...refundOf(params), status: recorded };
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ idempotency, payments, refunds });
    ({ apiKey, merchantId } = await gateway.merchant());
  });
  beforeEach(() => {
    refusal = undefined;
    recorded = "PROCESSING";
  });
  after(() => gateway.stop());

  const get = (path: string, key = apiKey, method = "GET") =>
    request(`${gateway.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } });
  const keyWith = async (permissions: string[]) => {
    const made = await gateway.control("POST", "/keys", {
      merchant: merchantId,
      mode: "sandbox",
      permissions,
    });
    return String(made.body["api_key"]);
  };

  it("a Refund is made as it was asked for, and answered as its owner says [RF-2]", async () => {
    const body = {
      ...validRefundBody(),
      reason: " two  wrong\tsocks \u{1f9e6}",
      merchant_reference: 1_234_567_890,
    };
    const answer = await createRefund(gateway.url, { apiKey, body });
    expect(answer.status, answer.text).to.equal(201);
    const [made] = refunds.made.slice(-1);
    expect(made).to.deep.include({
      ...body,
      refund_id: answer.body["id"],
      scope: { merchant_id: merchantId, livemode: false, key_id: made?.scope.key_id },
    });
    expect(answer.body["id"]).to.match(/^ref_[A-Za-z0-9]{24}$/);
    expect(answer.body).to.not.have.property("failure");
  });

  it("a key that may not create Refunds is actor_forbidden without a param, whatever the body [RF-9]", async () => {
    for (const permissions of [["payments"], ["payouts"], ["read"]]) {
      const answer = await createRefund(gateway.url, { apiKey: await keyWith(permissions), body: "{" });
      expect([answer.status, answer.code, answer.param]).to.deep.equal([403, "actor_forbidden", undefined]);
    }
    expect((await createRefund(gateway.url, { apiKey: await keyWith(["refunds"]) })).status).to.equal(201);
  });

  it("a merchant that is not ready at the provider is merchant_not_provisioned; a replay comes first [RF-9]", async () => {
    const own = await gateway.merchant();
    const made = await createRefund(gateway.url, { apiKey: own.apiKey, key: "made" });
    const update = (provisioned: boolean) =>
      gateway.control("PATCH", `/merchants/${own.merchantId}`, { mode: "sandbox", provisioned });
    await update(false);
    const refused = await createRefund(gateway.url, { apiKey: own.apiKey });
    expect([refused.status, refused.code, refused.param]).to.deep.equal([
      422,
      "merchant_not_provisioned",
      undefined,
    ]);
    const replayed = await createRefund(gateway.url, { apiKey: own.apiKey, key: "made" });
    expect([replayed.status, replayed.text]).to.deep.equal([201, made.text]);
    await update(true);
  });

  it("of what was begun and never answered its owner's create tells, which never says PENDING [RF-4]", async () => {
    const own = await gateway.merchant();
    const create = () => createRefund(gateway.url, { apiKey: own.apiKey, key: "broken off" });
    const made = await create();
    for (const record of idempotency.records.values())
      if (record.objectId === made.body["id"]) Object.assign(record, { response: null, open: false });
    await gateway.control("PATCH", `/merchants/${own.merchantId}`, { mode: "sandbox", provisioned: false });
    recorded = "PENDING";
    const created = await create();
    expect([created.status, created.body["id"], created.body["status"]]).to.deep.equal([
      201,
      made.body["id"],
      "PROCESSING",
    ]);
    expect(refunds.made.at(-1)).to.include({ refund_id: made.body["id"], start_before: 0 });
    refusal = new DomainError("service_unavailable", { retryAfterS: 1 });
    const busy = await create();
    expect([busy.status, busy.code]).to.deep.equal([503, "service_unavailable"]);
    recorded = null;
    const none = await create();
    expect([none.status, none.code]).to.deep.equal([422, "merchant_not_provisioned"]);
  });

  it("payments switched off for a merchant leave Refunds possible", async () => {
    const own = await gateway.merchant();
    await gateway.control("PATCH", `/merchants/${own.merchantId}`, { mode: "sandbox", payments: false });
    expect((await createRefund(gateway.url, { apiKey: own.apiKey })).status).to.equal(201);
  });

  const refusals = [
    ["object_not_found", "payment_id", 404],
    ["payment_not_refundable", "payment_id", 422],
    ["currency_not_supported", "payment_id", 422],
    ["amount_exceeds_refundable", "amount", 422],
  ] as const;
  for (const [code, param, status] of refusals) {
    it(`${code} of the owner is ${status} at ${param}, and frees the key for any body [RF-9]`, async () => {
      refusal = new DomainError(code, { param, key: "release" });
      const key = `refused ${code}`;
      const answer = await createRefund(gateway.url, { apiKey, key });
      expect([answer.status, answer.code, answer.param]).to.deep.equal([status, code, param]);
      refusal = undefined;
      const body = { ...validRefundBody(), amount: 7 };
      expect((await createRefund(gateway.url, { apiKey, key, body })).status).to.equal(201);
    });
  }

  it("an exact retry is the stored response even where the currency is accepted no more [RF-10]", async () => {
    const key = "withdrawn";
    const made = await createRefund(gateway.url, { apiKey, key });
    refusal = new DomainError("currency_not_supported", { param: "payment_id", key: "release" });
    const replayed = await createRefund(gateway.url, { apiKey, key });
    expect([replayed.status, replayed.text]).to.deep.equal([201, made.text]);
    expect(replayed.headers.get("idempotent-replayed")).to.equal("true");
    const anew = await createRefund(gateway.url, { apiKey });
    expect([anew.status, anew.code, anew.param]).to.deep.equal([422, "currency_not_supported", "payment_id"]);
  });

  const identities: readonly (readonly [name: string, changes: object, same: boolean])[] = [
    ["the same fields in another order", { reason: "returned", amount: 100 }, true],
    ["another Payment", { payment_id: `pay_${"1".repeat(24)}` }, false],
    ["another amount", { amount: 101 }, false],
    ["another reason", { reason: "returned " }, false],
    ["a merchant reference", { merchant_reference: 1_234_567_890 }, false],
  ];
  for (const [name, changes, same] of identities) {
    it(`with the same key, ${name} is ${same ? "the same request" : "idempotency_key_reused"} [RF-10]`, async () => {
      const key = `identity ${name}`;
      const made = await createRefund(gateway.url, { apiKey, key });
      const { payment_id, ...others } = { ...validRefundBody(), ...changes };
      const again = await createRefund(gateway.url, { apiKey, key, body: { ...others, payment_id } });
      if (same) expect([again.status, again.text]).to.deep.equal([201, made.text]);
      else
        expect([again.status, again.code, again.param]).to.deep.equal([
          409,
          "idempotency_key_reused",
          "Idempotency-Key",
        ]);
    });
  }

  it("the key of a Refund is another one than the same key of a Payment", async () => {
    const key = "shared";
    expect((await createPayment(gateway.url, { apiKey, key })).status).to.equal(201);
    expect((await createRefund(gateway.url, { apiKey, key })).status).to.equal(201);
  });

  it("needs an Idempotency-Key", async () => {
    const answer = await createRefund(gateway.url, { apiKey, key: null });
    expect([answer.status, answer.code, answer.param]).to.deep.equal([
      400,
      "parameter_missing",
      "Idempotency-Key",
    ]);
  });

  describe("GET /v1/refunds/{id}", () => {
    it("is the Refund as recorded, for its own merchant alone [RF-11]", async () => {
      const made = await createRefund(gateway.url, { apiKey });
      const path = `/v1/refunds/${String(made.body["id"])}`;
      const answer = await get(path);
      expect([answer.status, answer.text]).to.deep.equal([200, made.text]);
      expect(answer.headers.get("cache-control")).to.equal("no-store");
      const other = await gateway.merchant();
      const hidden = await get(path, other.apiKey);
      expect([hidden.status, hidden.code, hidden.param]).to.deep.equal([404, "object_not_found", "id"]);
    });

    it("an id of another shape is invalid_request, an unknown one object_not_found", async () => {
      for (const id of [`pay_${UNKNOWN}`, "ref_1", "x"])
        expect((await get(`/v1/refunds/${id}`)).code, id).to.equal("invalid_request");
      expect((await get(`/v1/refunds/ref_${UNKNOWN}`)).status).to.equal(404);
    });

    it("refunds or read suffices as permission", async () => {
      const made = await createRefund(gateway.url, { apiKey });
      const path = `/v1/refunds/${String(made.body["id"])}`;
      for (const permission of ["refunds", "read"])
        expect((await get(path, await keyWith([permission]))).status, permission).to.equal(200);
      expect((await get(path, await keyWith(["payments", "payouts"]))).code).to.equal("actor_forbidden");
    });

    it("other methods are 405 with Allow", async () => {
      const one = await get(`/v1/refunds/ref_${UNKNOWN}`, apiKey, "DELETE");
      expect([one.status, one.headers.get("allow")]).to.deep.equal([405, "GET, HEAD"]);
      const all = await get("/v1/refunds", apiKey, "PUT");
      expect([all.status, all.headers.get("allow")]).to.deep.equal([405, "POST, GET, HEAD"]);
    });
  });

  describe("GET /v1/refunds", () => {
    it("is a page of the Payment's Refunds, newest first, and whether there are more", async () => {
      const payment = await createPayment(gateway.url, { apiKey });
      const payment_id = String(payment.body["id"]);
      const made: unknown[] = [];
      for (let count = 0; count < 3; count += 1) {
        const body = { ...validRefundBody(), payment_id };
        made.push((await createRefund(gateway.url, { apiKey, body })).body["id"]);
      }
      const page = await get(`/v1/refunds?payment_id=${payment_id}&limit=2`);
      expect(page.status, page.text).to.equal(200);
      expect(Object.keys(page.body)).to.deep.equal(["data", "has_more"]);
      expect(recordsOf(page.body["data"]).map(({ id }) => id)).to.deep.equal([made[2], made[1]]);
      expect(page.body["has_more"]).to.equal(true);
    });

    it("a Payment without Refunds is an empty page, an unknown or another merchant's one 404 [RF-11]", async () => {
      const payment = await createPayment(gateway.url, { apiKey });
      const own = await get(`/v1/refunds?payment_id=${String(payment.body["id"])}`);
      expect([own.status, own.text]).to.deep.equal([200, '{"data":[],"has_more":false}']);
      const other = await gateway.merchant();
      for (const [id, key] of [
        [newId("payment"), apiKey],
        [String(payment.body["id"]), other.apiKey],
      ] as const) {
        const answer = await get(`/v1/refunds?payment_id=${id}`, key);
        expect([answer.status, answer.code, answer.param]).to.deep.equal([
          404,
          "object_not_found",
          "payment_id",
        ]);
      }
    });

    const queries = [
      ["", "invalid_request", "payment_id"],
      ["?limit=2", "invalid_request", "payment_id"],
      ["?limit=0", "invalid_request", "payment_id"],
      ["?status=FAILED", "invalid_request", "payment_id"],
      ["?payment_id=", "invalid_request", "payment_id"],
      ["?payment_id=pay_1", "invalid_request", "payment_id"],
      [`?payment_id=pay_${UNKNOWN}&payment_id=pay_${UNKNOWN}`, "invalid_request", "payment_id"],
      [`?payment_id=pay_${UNKNOWN}&limit=0`, "invalid_request", "limit"],
      [`?payment_id=pay_${UNKNOWN}&limit=101`, "invalid_request", "limit"],
      [`?payment_id=pay_${UNKNOWN}&status=FAILED`, "invalid_request", "status"],
      [`?payment_id=pay_${UNKNOWN}&starting_after=pay_${UNKNOWN}`, "invalid_request", "starting_after"],
      [
        `?payment_id=pay_${UNKNOWN}&starting_after=ref_${UNKNOWN}&ending_before=ref_${UNKNOWN}`,
        "invalid_search_criteria",
        "ending_before",
      ],
      ["?payment_id=%zz", "parameter_invalid", "payment_id"],
    ] as const;
    for (const [query, code, param] of queries) {
      it(`${query === "" ? "no query" : query} is 400 ${code} at ${param} [RF-11]`, async () => {
        const answer = await get(`/v1/refunds${query}`);
        expect([answer.status, answer.code, answer.param]).to.deep.equal([400, code, param]);
      });
    }
  });
});
