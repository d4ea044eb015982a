import { haveEnded } from "@flowlix/engine";
import { describeOpenAndEnded } from "@flowlix/engine/testing";
import { SCOPE } from "@flowlix/payments/testing";
import { expect } from "chai";
import { preventCreation } from "../src/create/prevent-creation.ts";
import { withRefunds } from "./support/refunds-under-test.ts";

describe("which Refunds have ended", () => {
  const given = withRefunds();
  describeOpenAndEnded("refund", given);

  it("one whose creation was prevented has ended: no Refund comes to be under its id", async () => {
    const { deps, payments, request } = given();
    const asked = await request(await payments.paid());
    const reserved = await payments.client().reserveRefund(asked, { requestId: "req_test" });
    await preventCreation(deps, { scope: SCOPE, ...reserved });
    const ids = [asked.refund_id];
    expect(await haveEnded(deps, { ids })).to.deep.equal({ ended: ids });
  });
});
