import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import { DEADLINE_MS, withPayouts } from "./support/payouts-under-test.ts";

const LOST = { kind: "unknown", cause: "lost" } as const;

describe("a request that finds its Payout", () => {
  const given = withPayouts();

  /** A create that died after its insert: the claim is there, and nobody ever ends it. */
  async function abandoned() {
    const { create, request, provider, row } = given();
    const asked = await request();
    const entered = Promise.withResolvers<void>();
    provider.submits(() => {
      entered.resolve();
      return Promise.withResolvers<never>().promise;
    });
    void create(asked);
    await entered.promise;
    expect((await row(asked.payout_id))?.["submission"]).to.be.a("string");
    return asked;
  }

  it("is told what is recorded while the submission is live", async () => {
    const { create, request, provider } = given();
    const asked = await abandoned();
    const again = await create(await request({ payout_id: asked.payout_id }));
    expect(again.status).to.equal("PENDING");
    expect(provider.countOf("read", asked.payout_id)).to.equal(0);
  });

  it("reads a lapsed one, and never submits it again, whatever it finds [PO-5]", async () => {
    for (const [read, status] of [
      [{ kind: "succeeded" }, "SUCCEEDED"],
      [{ kind: "in_progress", stage: "processing" }, "PROCESSING"],
      [{ kind: "absent" }, "FAILED"],
      [LOST, "PENDING"],
    ] as const) {
      const { create, request, provider, database } = given();
      const asked = await abandoned();
      await moveClock(database, DEADLINE_MS + 1_000);
      provider.reads(read);
      const again = await create(await request({ payout_id: asked.payout_id }));
      expect(again.status).to.equal(status);
      expect(provider.countOf("submit", asked.payout_id)).to.equal(1);
      expect(provider.countOf("close", asked.payout_id)).to.equal(read.kind === "absent" ? 1 : 0);
      await moveClock(database, 0);
    }
  });

  it("tells an ended one without asking anybody", async () => {
    const { create, request, provider } = given();
    provider.submits({ kind: "succeeded" });
    const asked = await request();
    await create(asked);
    provider.opens(true);
    const again = await create(await request({ payout_id: asked.payout_id }));
    expect(again).to.include({ id: asked.payout_id, status: "SUCCEEDED" });
    expect(provider.asked).to.have.length(1);
  });
});
