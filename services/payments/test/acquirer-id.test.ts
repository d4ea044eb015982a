import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import { withPayments } from "./support/payments-under-test.ts";

const ACTION = { kind: "action_required", url: "https://acquirer.example/c" } as const;

describe("the acquirer's own id of a payment", () => {
  const given = withPayments();

  const idOf = async (id: string) => (await given().row(id))?.["acquirer_id"];
  const lastAsked = (id: string) =>
    given().provider.asked.findLast(({ reference }) => reference === id)?.order;

  it("is kept with the outcome that told it, and handed back when the order is read", async () => {
    const { create, request, provider, database, sync } = given();
    provider.submits({ ...ACTION, acquirerId: "psp_1" });
    const { id } = await create(await request());
    expect(await idOf(id)).to.equal("psp_1");
    expect(lastAsked(id)).not.to.have.property("acquirerId");
    provider.reads({ kind: "in_progress", stage: "processing" });
    await moveClock(database, 20_000);
    await sync();
    expect(lastAsked(id)).to.include({ acquirerId: "psp_1" });
  });

  it("stays the one first told: another one is an exception, recorded once", async () => {
    const { create, request, provider, database, sync } = given();
    provider.submits({ ...ACTION, acquirerId: "psp_1" });
    const { id } = await create(await request());
    provider.reads({ ...ACTION, acquirerId: "psp_2" });
    for (const ms of [60_000, 240_000]) {
      await moveClock(database, ms);
      await sync();
    }
    expect(await idOf(id)).to.equal("psp_1");
    expect(provider.countOf("read", id)).to.equal(2);
    const anomalies = await database.sql("select kind from payments.anomalies where object_id = $1", [id]);
    expect(anomalies.map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
  });

  it("is kept of an answer that moves nothing too", async () => {
    const { create, request, provider } = given();
    provider.submits({ kind: "in_progress", stage: "received", acquirerId: "psp_1" });
    const { id, status } = await create(await request());
    expect([status, await idOf(id)]).to.deep.equal(["PENDING", "psp_1"]);
  });

  it("is not taken of an answer that nobody could read, nor where it could not be kept", async () => {
    const { create, request, provider } = given();
    for (const outcome of [
      { kind: "unknown", cause: "lost", acquirerId: "psp_1" },
      { kind: "succeeded", acquirerId: "a\u0000b" },
      { kind: "succeeded", acquirerId: "x".repeat(129) },
    ] as const) {
      provider.submits(outcome);
      const { id } = await create(await request());
      expect(await idOf(id)).to.equal(null);
    }
  });

  it("comes with when a submission can have been sent", async () => {
    const { create, request, provider, database, sync, row } = given();
    provider.submits({ kind: "unknown", cause: "lost" });
    const asked = await request();
    await create(asked);
    provider.reads({ kind: "unknown", cause: "lost" });
    await moveClock(database, 5_000);
    await sync();
    const created = (await row(asked.payment_id))?.["created_at"];
    expect(lastAsked(asked.payment_id)?.submittedBetween).to.deep.equal({
      firstMs: created instanceof Date ? created.getTime() : null,
      lastMs: asked.start_before,
    });
  });
});

describe("a submission of a payment", () => {
  const given = withPayments();

  it("is told that nothing was sent before where it is the first, and not when another request goes on with it", async () => {
    const { create, request, provider, database } = given();
    provider.submits({ kind: "unknown", cause: "lost" }, { kind: "succeeded" });
    const asked = await request();
    await create(asked);
    expect(provider.repeats).to.deep.equal([false]);
    provider.reads({ kind: "absent" });
    await moveClock(database, 60_000);
    const again = await request({ payment_id: asked.payment_id });
    await create(again);
    expect(provider.repeats).to.deep.equal([false, true]);
  });
});
