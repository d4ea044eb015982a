import { newId } from "@flowlix/runtime";
import { expect } from "chai";
import { haveEnded } from "@flowlix/engine";
import { withPayments } from "./support/payments-under-test.ts";

describe("whether Payments have ended", () => {
  const given = withPayments();

  it("is told of those that succeeded or failed, and of ids that there is nothing of", async () => {
    const { create, request, provider, deps } = given();
    const made = async (...outcome: Parameters<typeof provider.submits>) => {
      provider.submits(...outcome);
      return (await create(await request())).id;
    };
    const succeeded = await made({ kind: "succeeded" });
    const failed = await made({ kind: "failed", code: "do_not_honor" });
    const processing = await made({ kind: "in_progress", stage: "processing" });
    const unclear = await made({ kind: "unknown", cause: "lost" });
    const nothing = newId("payment");
    const asked = await haveEnded(deps, { ids: [processing, succeeded, nothing, unclear, failed] });
    expect(asked).to.deep.equal({ ended: [succeeded, nothing, failed] });
    expect(await haveEnded(deps, { ids: [] })).to.deep.equal({ ended: [] });
  });
});
