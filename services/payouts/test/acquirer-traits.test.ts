import { expect } from "chai";
import { describeNeverFound } from "@flowlix/engine/testing";
import { moveClock } from "@flowlix/testkit";
import { withPayouts } from "./support/payouts-under-test.ts";

const MINUTE = 60_000;
const AFTER_MS = 30 * MINUTE;

describe("a payout at an acquirer that tells an id of its own and closes nothing", () => {
  const given = withPayouts();

  async function made(submission: Parameters<ReturnType<typeof given>["provider"]["submits"]>[0]) {
    const { create, request, provider, database, sync, row } = given();
    provider.absenceIs({ afterMs: AFTER_MS });
    provider.submits(submission);
    const { id } = await create(await request());
    let movedMs = 0;
    const syncAfter = async (ms: number): Promise<unknown> => {
      movedMs += ms;
      await moveClock(database, movedMs);
      await sync();
      return (await row(id))?.["status"];
    };
    return { id, syncAfter };
  }

  it("keeps the id with the outcome, and hands it back when the payout is read", async () => {
    const { id, syncAfter } = await made({ kind: "in_progress", stage: "processing", acquirerId: "psp_1" });
    const { provider, row } = given();
    expect(provider.repeats, "the only submission is the first").to.deep.equal([false]);
    expect((await row(id))?.["acquirer_id"]).to.equal("psp_1");
    await syncAfter(3_000);
    const asked = provider.asked.findLast(({ operation }) => operation === "read");
    expect(asked?.order).to.include({ acquirerId: "psp_1" });
    expect(asked?.order.submittedBetween?.lastMs).to.be.greaterThan(
      asked?.order.submittedBetween?.firstMs ?? Infinity,
    );
  });

  it("keeps the id of one that was merely received, and records another one once", async () => {
    const { id, syncAfter } = await made({ kind: "in_progress", stage: "received", acquirerId: "psp_1" });
    const { provider, row, database } = given();
    provider.reads({ kind: "in_progress", stage: "received", acquirerId: "psp_2" });
    for (const ms of [5_000, 20_000]) await syncAfter(ms);
    expect((await row(id))?.["acquirer_id"]).to.equal("psp_1");
    const anomalies = await database.sql("select kind from payouts.anomalies where object_id = $1", [id]);
    expect(anomalies.map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
  });

  it("ends one that it does not know when that was said twice, a minute apart and late enough", async () => {
    const { id, syncAfter } = await made({ kind: "unknown", cause: "lost" });
    const { provider } = given();
    provider.reads({ kind: "absent" });
    expect(await syncAfter(AFTER_MS), "too early").to.equal("PENDING");
    expect(await syncAfter(3 * MINUTE), "once").to.equal("PENDING");
    expect(await syncAfter(50_000), "not yet a minute apart").to.equal("PENDING");
    expect(await syncAfter(40_000)).to.equal("FAILED");
    expect(provider.countOf("close", id)).to.equal(0);
  });

  it("never ends one where its adapter says so", async () => {
    const { syncAfter } = await made({ kind: "unknown", cause: "lost" });
    const { provider } = given();
    provider.absenceIs("never");
    provider.reads({ kind: "absent" });
    for (let at = 0; at < 3; at += 1) expect(await syncAfter(AFTER_MS)).to.equal("PENDING");
  });

  it("that came back before it was said to be paid is FAILED, and an exception says that its money went there and back", async () => {
    const { id, syncAfter } = await made({ kind: "in_progress", stage: "processing" });
    const { provider, deps } = given();
    provider.reads({ kind: "undone", reason: "payout_returned" });
    for (const ms of [5_000, MINUTE]) expect(await syncAfter(ms)).to.equal("FAILED");
    const reported = (await deps.exceptions.list(false, 100)).filter(({ object_id }) => object_id === id);
    expect(reported.map(({ kind, detail }) => ({ kind, detail }))).to.deep.equal([
      {
        kind: "outcome_mismatch",
        detail:
          "the provider reports that the money of this payout went back, and had not said before that it had moved",
      },
    ]);
  });

  describe("whose answer was lost, and that it does not know, which proves nothing", () => {
    describeNeverFound("payouts", given);
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
