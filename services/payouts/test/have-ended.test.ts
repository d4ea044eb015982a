import { newId } from "@flowlix/runtime";
import { expect } from "chai";
import { haveEnded } from "@flowlix/engine";
import { withPayouts } from "./support/payouts-under-test.ts";

describe("whether Payouts have ended", () => {
  const given = withPayouts();

  it("is told of those that succeeded or failed, and of ids that there is nothing of", async () => {
    const { create, request, provider, deps } = given();
    const made = async (...outcome: Parameters<typeof provider.submits>) => {
      provider.submits(...outcome);
      return (await create(await request())).id;
    };
    const succeeded = await made({ kind: "succeeded" });
    const failed = await made({ kind: "failed", code: "lost_card" });
    const unclear = await made({ kind: "unknown", cause: "lost" });
    const nothing = newId("payout");
    const asked = await haveEnded(deps, { ids: [succeeded, nothing, unclear, failed] });
    expect(asked).to.deep.equal({ ended: [succeeded, nothing, failed] });
  });
});
