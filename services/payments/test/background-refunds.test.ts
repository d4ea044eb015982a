import type { Refund } from "@flowlix/contracts";
import { newId } from "@flowlix/runtime";
import { holdRows, type LetGo } from "@flowlix/testkit";
import { expect } from "chai";
import { applyRefund } from "../src/refunds/apply-refund.ts";
import { reserveRefund } from "../src/refunds/reserve-refund.ts";
import { withPayments } from "./support/payments-under-test.ts";

describe("Refunds that a request waits for, and those that a status sync found", () => {
  const given = withPayments();
  let letGo: LetGo = async () => undefined;
  afterEach(() => letGo());

  /** The money of a Refund of a Payment of its own. */
  async function reserved(): Promise<Refund> {
    const { create, request, provider, deps } = given();
    provider.submits({ kind: "succeeded" });
    const asked = await request();
    const { id } = await create(asked);
    const { merchant_id, livemode } = asked.scope;
    const { refund } = await reserveRefund(deps, {
      scope: { merchant_id, livemode },
      refund_id: newId("refund"),
      start_before: asked.start_before,
      payment_id: id,
      amount: 100,
      reason: "broken",
      merchant_reference: null,
    });
    return refund;
  }

  const processing = (refund: Refund): Refund => ({ ...refund, status: "PROCESSING" });

  it("are taken over for a request while those that were found wait for rows that somebody else has", async () => {
    const { deps, database } = given();
    const found = await Promise.all(Array.from({ length: 8 }, reserved));
    letGo = await holdRows(
      database.adminUrl,
      "select id from payments.refunds where id = any ($1) for update",
      [found.map(({ id }) => id)],
    );
    let ended = 0;
    const waiting = found.map(async (refund) => {
      const answer = await applyRefund(deps, { refund: processing(refund), version: 2, background: true });
      ended += 1;
      return answer;
    });
    const mine = await reserved();
    expect(await applyRefund(deps, { refund: processing(mine), version: 2 })).to.deep.equal({
      applied: true,
    });
    expect(ended, "those that were found still wait").to.equal(0);
    await letGo();
    expect(await Promise.all(waiting)).to.deep.equal(found.map(() => ({ applied: true })));
  });
});
