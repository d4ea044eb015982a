import { expect } from "chai";
import { describeNeverFound } from "@flowlix/engine/testing";
import { moveClock } from "@flowlix/testkit";
import { withRefunds } from "./support/refunds-under-test.ts";

const MINUTE = 60_000;
const AFTER_MS = 30 * MINUTE;

describe("a refund at an acquirer that tells an id of its own and closes nothing", () => {
  const given = withRefunds();

  async function made(
    submission: Parameters<ReturnType<typeof given>["provider"]["submits"]>[0],
    chargeId: string | null = null,
  ) {
    const { create, request, provider, payments, database, sync, row } = given();
    provider.absenceIs({ afterMs: AFTER_MS });
    provider.submits(submission);
    const paid = await payments.paid();
    await database.sql("update payments.payments set acquirer_id = $2 where id = $1", [paid, chargeId]);
    const asked = await request(paid);
    await create(asked);
    let movedMs = 0;
    const syncAfter = async (ms: number): Promise<unknown> => {
      movedMs += ms;
      await moveClock(database, movedMs);
      await sync();
      return (await row(asked.refund_id))?.["status"];
    };
    return { id: asked.refund_id, syncAfter };
  }

  it("is told the acquirer's own id of the charge, which travels with the reservation", async () => {
    const { syncAfter } = await made(
      { kind: "in_progress", stage: "processing", acquirerId: "psp_r" },
      "psp_1",
    );
    const { provider } = given();
    expect(provider.repeats, "the only submission is the first").to.deep.equal([false]);
    const [submitted] = provider.asked;
    expect(submitted?.order).to.include({ chargeAcquirerId: "psp_1" });
    expect(submitted?.order.chargeSubmittedMs).to.be.a("number");
    await syncAfter(3_000);
    const read = provider.asked.findLast(({ operation }) => operation === "read");
    expect(read?.order).to.include({ chargeAcquirerId: "psp_1", acquirerId: "psp_r" });
    expect(read?.order.submittedBetween?.firstMs).to.be.a("number");
  });

  it("is told none where there is none", async () => {
    await made({ kind: "in_progress", stage: "processing" });
    const [submitted] = given().provider.asked;
    expect(submitted?.order).not.to.have.any.keys("chargeAcquirerId", "chargeSubmittedMs", "acquirerId");
  });

  it("keeps the id of one that succeeded at once", async () => {
    const { id } = await made({ kind: "succeeded", acquirerId: "psp_r" });
    expect((await given().row(id))?.["acquirer_id"]).to.equal("psp_r");
  });

  it("ends when it was absent twice, a minute apart and late enough", async () => {
    const { id, syncAfter } = await made({ kind: "unknown", cause: "lost" });
    const { provider } = given();
    provider.reads({ kind: "absent" });
    expect(await syncAfter(AFTER_MS), "too early").to.equal("PROCESSING");
    expect(await syncAfter(3 * MINUTE), "once").to.equal("PROCESSING");
    expect(await syncAfter(50_000), "not yet a minute apart").to.equal("PROCESSING");
    expect(await syncAfter(40_000)).to.equal("FAILED");
    expect(provider.countOf("close", id)).to.equal(0);
  });

  it("never ends where its adapter says so", async () => {
    const { syncAfter } = await made({ kind: "unknown", cause: "lost" });
    const { provider } = given();
    provider.absenceIs("never");
    provider.reads({ kind: "absent" });
    for (let at = 0; at < 3; at += 1) expect(await syncAfter(AFTER_MS)).to.equal("PROCESSING");
  });

  describe("whose answer was lost, and that it does not know, which proves nothing", () => {
    describeNeverFound("refunds", given);
  });

  describe("that has it, and says later that it does not know it", () => {
    const exceptionsOf = async (id: string) =>
      (await given().deps.exceptions.list(true, 100))
        .filter(({ object_id }) => object_id === id)
        .map(({ kind }) => kind);

    it("has forgotten it once that was said twice, a minute apart and late enough, and no sooner", async () => {
      const { id, syncAfter } = await made({ kind: "in_progress", stage: "processing" });
      const { provider } = given();
      provider.reads({ kind: "absent" });
      for (const ms of [AFTER_MS, 3 * MINUTE]) {
        expect(await syncAfter(ms)).to.equal("PROCESSING");
        expect(await exceptionsOf(id), "it proves nothing yet").to.deep.equal([]);
      }
      for (let at = 0; at < 2; at += 1) expect(await syncAfter(AFTER_MS)).to.equal("PROCESSING");
      expect(await exceptionsOf(id)).to.deep.equal(["outcome_mismatch"]);
      expect(provider.countOf("close", id)).to.equal(0);
    });

    it("has forgotten nothing where an absence proves nothing, ever", async () => {
      const { id, syncAfter } = await made({ kind: "in_progress", stage: "processing" });
      const { provider } = given();
      provider.absenceIs("never");
      provider.reads({ kind: "absent" });
      for (let at = 0; at < 3; at += 1) expect(await syncAfter(AFTER_MS)).to.equal("PROCESSING");
      expect(provider.countOf("read", id)).to.be.at.least(3);
      expect(await exceptionsOf(id)).to.deep.equal([]);
    });
  });
});
