import { newId } from "@flowlix/runtime";
import { refusal } from "@flowlix/testkit";
import { expect } from "chai";
import { getRefund } from "../src/read/get-refund.ts";
import { listRefunds } from "../src/read/list-refunds.ts";
import { createRefund } from "../src/create/create-refund.ts";
import { preventCreation } from "../src/create/prevent-creation.ts";
import { SCOPE } from "@flowlix/payments/testing";
import { withRefunds } from "./support/refunds-under-test.ts";

describe("reading Refunds", () => {
  const given = withRefunds();
  let paymentId: string;
  let newestFirst: string[];

  beforeEach(async () => {
    const { create, request, payments, deps } = given();
    paymentId = await payments.paid();
    const other = await payments.paid();
    newestFirst = [];
    for (let count = 0; count < 5; count += 1) {
      newestFirst.unshift((await create(await request(paymentId))).id);
      await create(await request(other));
    }
    const asked = await request(paymentId);
    const reserved = await payments.client().reserveRefund({ ...asked, scope: SCOPE }, { requestId: "" });
    await preventCreation(deps, { scope: SCOPE, ...reserved });
  });

  type Position = { starting_after?: string; ending_before?: string };
  const list = (limit: number, from: Position = {}, scope = SCOPE) =>
    listRefunds(
      given().deps,
      {
        scope,
        payment_id: paymentId,
        limit,
        starting_after: from.starting_after ?? null,
        ending_before: from.ending_before ?? null,
      },
      "req_test",
    );
  const ids = async (limit: number, from: Position = {}) => {
    const { data, has_more } = await list(limit, from);
    return [data.map(({ id }) => newestFirst.indexOf(id)), has_more];
  };

  it("a page is newest first and holds the Payment's Refunds alone; rows that prevent one are left out", async () => {
    expect(await ids(10)).to.deep.equal([[0, 1, 2, 3, 4], false]);
    expect(await ids(2)).to.deep.equal([[0, 1], true]);
    expect(await ids(5)).to.deep.equal([[0, 1, 2, 3, 4], false]);
  });

  it("pages follow each other in both directions [RF-11]", async () => {
    const at = (index: number) => newestFirst[index] ?? "";
    expect(await ids(2, { starting_after: at(1) })).to.deep.equal([[2, 3], true]);
    expect(await ids(2, { starting_after: at(3) })).to.deep.equal([[4], false]);
    expect(await ids(2, { ending_before: at(3) })).to.deep.equal([[1, 2], true]);
    expect(await ids(2, { ending_before: at(1) })).to.deep.equal([[0], false]);
  });

  it("one that was broken off after its reservation and goes on later stands where its Payment shows it", async () => {
    const { request, payments, create, deps } = given();
    const id = await payments.paid();
    const asked = await request(id);
    const { scope } = asked;
    const killed = () => Promise.reject(new Error("killed"));
    const dying = { ...deps, store: { ...deps.store, insert: killed } };
    await createRefund(dying, asked, "req_test").catch(() => undefined);
    const later = await create(await request(id));
    expect((await create(asked)).id).to.equal(asked.refund_id);
    const listed = (from: Position) =>
      listRefunds(
        deps,
        {
          scope: { merchant_id: scope.merchant_id, livemode: scope.livemode },
          payment_id: id,
          limit: 10,
          starting_after: from.starting_after ?? null,
          ending_before: from.ending_before ?? null,
        },
        "req_test",
      );
    const idsOf = async (from: Position = {}) => (await listed(from)).data.map((one) => one.id);
    const shown = (await payments.payment(id)).refunds.map((one) => one.id);
    expect(shown).to.deep.equal([asked.refund_id, later.id]);
    expect(await idsOf()).to.deep.equal(shown.toReversed());
    expect(await idsOf({ starting_after: later.id })).to.deep.equal([asked.refund_id]);
    expect(await idsOf({ ending_before: asked.refund_id })).to.deep.equal([later.id]);
  });

  it("a cursor must be a Refund of this Payment", async () => {
    for (const param of ["starting_after", "ending_before"] as const)
      expect(await refusal(list(2, { [param]: newId("refund") }))).to.include({
        type: "invalid_search_criteria",
        param,
      });
  });

  it("another merchant or mode sees none of it", async () => {
    const [id = ""] = newestFirst;
    for (const scope of [
      { ...SCOPE, merchant_id: `mer_${"1".repeat(24)}` },
      { ...SCOPE, livemode: true },
    ]) {
      expect(await list(10, {}, scope)).to.deep.equal({ data: [], has_more: false });
      expect(await refusal(getRefund(given().deps, { scope, refund_id: id }, "req_test"))).to.include({
        type: "object_not_found",
      });
    }
  });
});
