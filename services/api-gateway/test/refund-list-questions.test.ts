import { DomainError, newId } from "@flowlix/runtime";
import { expect } from "chai";
import { recordsOf, startGateway, type TestGateway } from "./support/gateway.ts";
import { createPayment, createRefund, request, validRefundBody } from "./support/requests.ts";
import { scriptedIdempotency } from "./support/scripted-idempotency.ts";
import { paymentOf, scriptedPayments } from "./support/scripted-payments.ts";
import { refundOf, scriptedRefunds } from "./support/scripted-refunds.ts";

describe("whom a list of Refunds asks", () => {
  let gateway: TestGateway;
  let apiKey: string;
  /** How often a Payment was asked for. */
  let asked = 0;
  const payments = scriptedPayments({
    get: async ({ payment_id: id }) => {
      asked += 1;
      const params = payments.made.find((one) => one.payment_id === id);
      if (params === undefined) throw new DomainError("object_not_found", { param: "payment_id" });
      return paymentOf(params);
    },
  });
  const refunds = scriptedRefunds({
    list: async ({ payment_id, starting_after: cursor }) => {
      const own = refunds.made.filter((one) => one.payment_id === payment_id);
      if (cursor !== null && !own.some((one) => one.refund_id === cursor))
        throw new DomainError("invalid_search_criteria", { param: "starting_after" });
      return { data: cursor === null ? own.map(refundOf) : [], has_more: false };
    },
  });
  before(async function () {
    this.timeout(60_000);
    gateway = await startGateway({ idempotency: scriptedIdempotency(), payments, refunds });
    ({ apiKey } = await gateway.merchant());
  });
  beforeEach(() => (asked = 0));
  after(() => gateway.stop());

  const list = (query: string) =>
    request(`${gateway.url}/v1/refunds?${query}`, { headers: { authorization: `Bearer ${apiKey}` } });
  const paid = async () => String((await createPayment(gateway.url, { apiKey })).body["id"]);

  it("its own service alone, where there are Refunds or the cursor is one", async () => {
    const payment_id = await paid();
    const made = await createRefund(gateway.url, { apiKey, body: { ...validRefundBody(), payment_id } });
    asked = 0;
    const page = await list(`payment_id=${payment_id}`);
    expect(recordsOf(page.body["data"]).map(({ id }) => id)).to.deep.equal([made.body["id"]]);
    const beyond = await list(`payment_id=${payment_id}&starting_after=${String(made.body["id"])}`);
    expect([beyond.status, beyond.text]).to.deep.equal([200, '{"data":[],"has_more":false}']);
    expect(asked).to.equal(0);
  });

  it("for the Payment where there are none: an empty page, or a 404", async () => {
    expect((await list(`payment_id=${await paid()}`)).text).to.equal('{"data":[],"has_more":false}');
    const unknown = await list(`payment_id=${newId("payment")}`);
    expect([unknown.status, unknown.code, unknown.param]).to.deep.equal([
      404,
      "object_not_found",
      "payment_id",
    ]);
    expect(asked).to.equal(2);
  });

  it("for the Payment where the cursor is none of its Refunds: an unknown Payment comes before a bad cursor", async () => {
    const cursor = `starting_after=${newId("refund")}`;
    const bad = await list(`payment_id=${await paid()}&${cursor}`);
    expect([bad.status, bad.code, bad.param]).to.deep.equal([
      400,
      "invalid_search_criteria",
      "starting_after",
    ]);
    const unknown = await list(`payment_id=${newId("payment")}&${cursor}`);
    expect([unknown.status, unknown.code, unknown.param]).to.deep.equal([
      404,
      "object_not_found",
      "payment_id",
    ]);
  });
});
