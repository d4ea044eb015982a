import { SYNCS_AT_END_MAX } from "@flowlix/engine";
import { expect } from "chai";
import { moveClock } from "@flowlix/testkit";
import { withPayments } from "./support/payments-under-test.ts";
import { dueInMs } from "./support/sync-due.ts";

const MINUTE = 60_000;
const AFTER_MS = 30 * MINUTE;

describe("a payment that an acquirer which closes nothing does not know", () => {
  const given = withPayments();
  const kindsOf = async (id: string) =>
    (await given().database.sql("select kind from payments.anomalies where object_id = $1", [id])).map(
      ({ kind }) => kind,
    );

  async function lost(finality: { readonly afterMs: number } | "never" = { afterMs: AFTER_MS }) {
    const { create, request, provider, database, sync, row } = given();
    provider.declares({ absentIsFinal: { order: finality, refund: "never", payout: "never" } });
    provider.submits({ kind: "unknown", cause: "lost" });
    provider.reads({ kind: "absent" });
    provider.closes({ kind: "absent" });
    const asked = await request();
    const { id } = await create(asked);
    let movedMs = 0;
    const syncAfter = async (ms: number): Promise<unknown> => {
      movedMs += ms;
      await moveClock(database, movedMs);
      await sync();
      return (await row(id))?.["status"];
    };
    return { id, asked, syncAfter };
  }

  it("stays open while it may still arrive, and is asked about on and on", async () => {
    const { id, syncAfter } = await lost();
    expect(await syncAfter(5_000)).to.equal("PENDING");
    expect(await syncAfter(AFTER_MS - 2 * MINUTE)).to.equal("PENDING");
    expect(given().provider.countOf("read", id)).to.equal(2);
  });

  it("ends when it was absent twice, a minute apart and late enough, as a closed one does", async () => {
    const { id, syncAfter } = await lost();
    expect(await syncAfter(AFTER_MS + 2 * MINUTE), "once").to.equal("PENDING");
    expect(await syncAfter(50_000), "not yet a minute apart").to.equal("PENDING");
    expect(await syncAfter(40_000)).to.equal("FAILED");
    const row = await given().row(id);
    expect(row).to.include({ failure_code: "processor_error" });
  });

  it("begins anew when the acquirer knows it in between", async () => {
    const { syncAfter } = await lost();
    const { provider } = given();
    expect(await syncAfter(AFTER_MS + 2 * MINUTE)).to.equal("PENDING");
    provider.reads({ kind: "in_progress", stage: "received" });
    expect(await syncAfter(2 * MINUTE)).to.equal("PENDING");
    provider.reads({ kind: "absent" });
    expect(await syncAfter(2 * MINUTE), "the first again").to.equal("PENDING");
    expect(await syncAfter(2 * MINUTE)).to.equal("FAILED");
  });

  it("is not cancelled while it may have been charged and nobody has heard of it", async () => {
    const { id, syncAfter } = await lost("never");
    const { provider } = given();
    provider.closes({ kind: "closed" });
    expect(await syncAfter(5_000)).to.equal("PENDING");
    expect(provider.countOf("close", id)).to.equal(0);
  });

  it("expires a challenge that nobody came back from when the acquirer confirms that it was cancelled", async () => {
    const { create, request, provider, database, sync, row } = given();
    provider.declares({ absentIsFinal: { order: "never", refund: "never", payout: "never" } });
    provider.submits({ kind: "action_required", url: "https://acquirer.example/c" });
    provider.reads({ kind: "absent" });
    provider.closes({ kind: "absent" }, { kind: "closed" });
    const { id } = await create(await request());
    await moveClock(database, 16 * MINUTE);
    await sync();
    expect((await row(id))?.["status"]).to.equal("REQUIRES_ACTION");
    await moveClock(database, 26 * MINUTE);
    await sync();
    expect((await row(id))?.["status"]).to.equal("EXPIRED");
  });

  it("is said to be closing from the first closing on, and is closed again until the acquirer says what came of it", async () => {
    const { create, request, provider, database, sync, row } = given();
    provider.declares({ absentIsFinal: { order: "never", refund: "never", payout: "never" } });
    provider.submits({ kind: "action_required", url: "https://acquirer.example/c" });
    const received = { kind: "in_progress", stage: "received" } as const;
    provider.reads({ kind: "absent" }, received);
    provider.closes({ kind: "absent" }, received, { kind: "closed" });
    const { id } = await create(await request());
    for (const [minutes, status] of [
      [16, "REQUIRES_ACTION"],
      [26, "REQUIRES_ACTION"],
      [36, "EXPIRED"],
    ] as const) {
      await moveClock(database, minutes * MINUTE);
      await sync();
      expect((await row(id))?.["status"]).to.equal(status);
    }
    const reported = provider.asked
      .filter(({ operation, reference }) => operation !== "submit" && reference === id)
      .map(({ operation, order }) => [operation, order.closingAsked === true]);
    expect(reported).to.deep.equal([
      ["read", false],
      ["close", true],
      ["read", true],
      ["close", true],
      ["read", true],
      ["close", true],
    ]);
  });

  it("is closed again where it was given up, too, and has succeeded once the acquirer says so", async () => {
    const { create, request, provider, database, sync, row } = given();
    provider.declares({ absentIsFinal: { order: "never", refund: "never", payout: "never" } });
    provider.submits({ kind: "unknown", cause: "lost" });
    const received = { kind: "in_progress", stage: "received" } as const;
    provider.reads({ kind: "unknown", cause: "garbled", contradicts: "redirect_url" }, received, {
      kind: "succeeded",
    });
    provider.closes({ kind: "absent" }, received);
    const { id } = await create(await request());
    for (const [minutes, status] of [
      [1, "PENDING"],
      [11, "PENDING"],
      [21, "SUCCEEDED"],
    ] as const) {
      await moveClock(database, minutes * MINUTE);
      await sync();
      expect((await row(id))?.["status"]).to.equal(status);
    }
    expect(provider.countOf("close", id)).to.equal(2);
  });

  describe("and that does not say what came of closing it", () => {
    /** A challenge that nobody came back from, closed for the first time; it is synced whenever it is due. */
    async function closing() {
      const { create, request, provider, database, sync } = given();
      provider.declares({ absentIsFinal: { order: "never", refund: "never", payout: "never" } });
      provider.submits({ kind: "action_required", url: "https://acquirer.example/c" });
      provider.reads({ kind: "absent" });
      provider.closes({ kind: "absent" });
      const { id } = await create(await request());
      let movedMs = 16 * MINUTE;
      /** Syncs, and answers after how many milliseconds the next status sync is due. */
      const syncWhenDue = async (): Promise<number> => {
        await moveClock(database, movedMs);
        await sync();
        const inMs = await dueInMs(database, id);
        movedMs += Math.ceil(inMs) + 1;
        return inMs;
      };
      return { id, syncWhenDue };
    }

    it("is closed slower and slower, once a day in the end, and an operator hears of it once", async () => {
      const { id, syncWhenDue } = await closing();
      const { provider, deps } = given();
      const pauses: number[] = [];
      for (let syncs = 1; syncs <= 43; syncs += 1) {
        pauses.push(await syncWhenDue());
        expect(await kindsOf(id)).to.deep.equal(syncs < SYNCS_AT_END_MAX ? [] : ["outcome_mismatch"]);
      }
      expect(provider.countOf("close", id)).to.equal(43);
      expect(Math.min(...pauses.slice(12, SYNCS_AT_END_MAX - 1))).to.be.above(8 * MINUTE);
      expect(Math.max(...pauses.slice(0, SYNCS_AT_END_MAX - 1))).to.be.at.most(10 * MINUTE);
      expect(Math.min(...pauses.slice(SYNCS_AT_END_MAX))).to.be.above(23 * 60 * MINUTE);
      const [open] = (await deps.exceptions.list(true, 100)).filter(({ object_id: object }) => object === id);
      await deps.exceptions.resolve(open?.id ?? "", { resolution: "noted", note: null, actor: "Ada" });
      await syncWhenDue();
      expect(await kindsOf(id)).to.deep.equal(["outcome_mismatch"]);
      expect(await given().row(id)).to.include({ status: "REQUIRES_ACTION", expiring: true });
    });

    it("ends as soon as it does, however seldom it was asked", async () => {
      const { id, syncWhenDue } = await closing();
      const { provider, database, sync, row } = given();
      await syncWhenDue();
      await database.sql("update payments.payments set look_count = 50 where id = $1", [id]);
      await syncWhenDue();
      provider.closes({ kind: "closed" });
      await database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [id]);
      await sync();
      expect((await row(id))?.["status"]).to.equal("EXPIRED");
    });

    it("is asked as often as ever while it cannot be asked at all: that ends by itself", async () => {
      const { id, syncWhenDue } = await closing();
      const { provider, database } = given();
      provider.closes({ kind: "unknown", cause: "lost" });
      await syncWhenDue();
      await database.sql("update payments.payments set look_count = 50 where id = $1", [id]);
      expect(await syncWhenDue()).to.be.at.most(5 * MINUTE);
      expect(await kindsOf(id)).to.deep.equal([]);
    });
  });

  it("never ends where its acquirer says so", async () => {
    const { syncAfter } = await lost("never");
    for (const ms of [AFTER_MS, AFTER_MS, AFTER_MS]) expect(await syncAfter(ms)).to.equal("PENDING");
  });

  it("is not sent again by another request: the first may be on its way", async () => {
    const { id } = await lost();
    const { create, request, provider, database } = given();
    await moveClock(database, MINUTE);
    const again = await create(await request({ payment_id: id }));
    expect(again.status).to.equal("PENDING");
    expect(provider.countOf("submit", id)).to.equal(1);
  });

  it("that is charged after its end all the same is an exception", async () => {
    const { id, syncAfter } = await lost();
    await syncAfter(AFTER_MS + 2 * MINUTE);
    expect(await syncAfter(2 * MINUTE)).to.equal("FAILED");
    const { provider, database, deps, sync } = given();
    provider.reads({ kind: "succeeded" });
    await database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [id]);
    await sync();
    expect(await kindsOf(id)).to.deep.equal(["charged_after_end"]);
    expect((await deps.store.read(id))?.status).to.equal("FAILED");
  });
});
