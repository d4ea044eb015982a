import { newId } from "@flowlix/runtime";
import { moveClock } from "@flowlix/testkit";
import { expect } from "chai";
import { syncRefunds } from "./support/sync-due.ts";
import { haveEnded } from "@flowlix/engine";
import { withRefunds } from "./support/refunds-under-test.ts";

describe("whether Refunds have ended", () => {
  const given = withRefunds();

  it("is told of those that succeeded or failed, and of ids that there is nothing of", async () => {
    const { create, request, provider, payments, deps, database } = given();
    const made = async (...outcome: Parameters<typeof provider.submits>) => {
      provider.submits(...outcome);
      return (await create(await request(await payments.paid()))).id;
    };
    const succeeded = await made({ kind: "succeeded" });
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 3_000);
    await syncRefunds(deps, 10);
    const failed = await made({ kind: "failed", code: "lost_card" });
    const unclear = await made({ kind: "unknown", cause: "lost" });
    const nothing = newId("refund");
    const asked = await haveEnded(deps, { ids: [succeeded, nothing, unclear, failed] });
    expect(asked).to.deep.equal({ ended: [succeeded, nothing, failed] });
  });
});
