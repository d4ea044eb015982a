import { describeTransferJournal } from "@flowlix/engine/testing";
import { postedKinds } from "@flowlix/testkit";
import { expect } from "chai";
import { withPayouts } from "./support/payouts-under-test.ts";

describe("the journal of payouts", () => {
  const given = withPayouts();
  describeTransferJournal("payout", given);

  it("has a payout that succeeded at once as soon as its create is answered", async () => {
    const { create, request, provider, database } = given();
    provider.submits({ kind: "succeeded" });
    const { id } = await create(await request());
    const posted = await postedKinds(database, { schema: "payouts", objects: "payouts" }, id);
    expect(posted).to.deep.equal(["payout"]);
  });
});
