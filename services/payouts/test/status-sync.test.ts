import { expect } from "chai";
import type { TransferRead } from "@flowlix/provider";
import { acceptCallback } from "@flowlix/engine";
import { describeHangingSync } from "@flowlix/engine/testing";
import { moveClock, stopClock } from "@flowlix/testkit";
import { getPayout } from "../src/read/get-payout.ts";
import { syncPayouts } from "./support/sync-due.ts";
import { DEADLINE_MS, SCOPE, withPayouts } from "./support/payouts-under-test.ts";

const LOST = { kind: "unknown", cause: "lost" } as const;

describe("a status sync of a Payout", () => {
  const given = withPayouts();

  const shown = async (id: string) => getPayout(given().deps, { scope: SCOPE, payout_id: id });

  it("finds the result of a Payout that is being processed within 3 s", async () => {
    const { create, request, provider, deps, database, events } = given();
    const { id } = await create(await request());
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 2_001);
    expect(await syncPayouts(deps, 10)).to.deep.equal({ synced: 1, changed: 1, failed: 0 });
    expect(await shown(id)).to.include({ status: "SUCCEEDED" });
    expect((await events(id)).map(({ event_type }) => event_type)).to.deep.equal([
      "payout.pending",
      "payout.processing",
      "payout.succeeded",
    ]);
    await moveClock(database, 3_600_000);
    expect(await syncPayouts(deps, 10)).to.deep.equal({ synced: 0, changed: 0, failed: 0 });
  });

  describeHangingSync(given, "payouts");

  const afterLoss: readonly [string, TransferRead, string, number][] = [
    ["executed", { kind: "succeeded" }, "SUCCEEDED", 0],
    ["declined", { kind: "failed", code: "lost_card" }, "FAILED", 0],
    ["being processed", { kind: "in_progress", stage: "processing" }, "PROCESSING", 0],
    ["merely received", { kind: "in_progress", stage: "received" }, "PENDING", 0],
    ["not known there, so closed first", { kind: "absent" }, "FAILED", 1],
    ["still unknown", LOST, "PENDING", 0],
  ];
  for (const [name, read, status, closed] of afterLoss) {
    it(`reads a Payout whose answer was lost, ${name}: ${status}, and submits nothing again [PO-5]`, async () => {
      const { create, request, provider, deps, database } = given();
      provider.submits(LOST);
      const { id } = await create(await request());
      provider.reads(read);
      await moveClock(database, 1_001);
      await syncPayouts(deps, 10);
      const payout = await shown(id);
      expect(payout.status).to.equal(status);
      if (closed > 0) expect(payout.failure_code).to.equal("processor_error");
      expect(provider.countOf("close", id)).to.equal(closed);
      expect(provider.countOf("submit", id)).to.equal(1);
    });
  }

  it("lets an execution win over the closing", async () => {
    const { create, request, provider, deps, database } = given();
    provider.submits(LOST);
    const { id } = await create(await request());
    provider.reads({ kind: "absent" });
    provider.closes({ kind: "succeeded" });
    await moveClock(database, 1_001);
    await syncPayouts(deps, 10);
    expect((await shown(id)).status).to.equal("SUCCEEDED");
  });

  it("ends nothing that the provider did not confirm to be closed, and asks again [PO-5]", async () => {
    const { create, request, provider, deps, database } = given();
    provider.submits(LOST);
    const { id } = await create(await request());
    provider.reads({ kind: "absent" });
    provider.closes(LOST, { kind: "closed" });
    await moveClock(database, 1_001);
    await syncPayouts(deps, 10);
    expect((await shown(id)).status).to.equal("PENDING");
    await moveClock(database, 60_000);
    await syncPayouts(deps, 10);
    expect((await shown(id)).status).to.equal("FAILED");
  });

  it("closes nothing while the submission may still be under way [PO-5]", async () => {
    const { create, request, provider, deps, database } = given();
    const asked = await request();
    const entered = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<typeof LOST>();
    provider.submits(() => {
      entered.resolve();
      return answer.promise;
    });
    const creating = create(asked);
    await entered.promise;
    provider.reads({ kind: "absent" });
    await acceptCallback(deps, {
      provider: "sandbox",
      callback_id: `cb-${asked.payout_id}`,
      reference: asked.payout_id,
      claimed_state: "succeeded",
    });
    await syncPayouts(deps, 10);
    expect(provider.countOf("close", asked.payout_id)).to.equal(0);
    await moveClock(database, DEADLINE_MS + 60_000);
    await syncPayouts(deps, 10);
    expect(provider.countOf("close", asked.payout_id)).to.equal(1);
    answer.resolve(LOST);
    expect((await creating).status).to.equal("FAILED");
  });

  for (const [rule, read, longestS] of [
    [
      "that the provider has received comes less and less often",
      { kind: "in_progress", stage: "received" },
      600,
    ],
    ["whose answer stays lost comes every 30 s", LOST, 30],
  ] as const) {
    it(`at one ${rule}`, async () => {
      const { create, request, provider, deps, database } = given();
      provider.submits({ kind: "in_progress", stage: "received" });
      const { id } = await create(await request());
      provider.reads(read);
      await stopClock(database);
      for (let hours = 1; hours <= 14; hours += 1) {
        await moveClock(database, hours * 3_600_000);
        await syncPayouts(deps, 10);
      }
      expect(provider.countOf("read", id)).to.equal(14);
      const [due] = await database.sql(
        "select extract(epoch from next_look_at - platform.clock())::float8 as seconds from payouts.payouts where id = $1",
        [id],
      );
      expect(due?.["seconds"]).to.be.within(0.8 * longestS, longestS);
    });
  }

  it("is not done by a retrieval: what is due stays as recorded [PO-12]", async () => {
    const { create, request, provider, database } = given();
    const { id } = await create(await request());
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 60_000);
    expect((await shown(id)).status).to.equal("PROCESSING");
    expect(provider.countOf("read", id)).to.equal(0);
  });

  it("is woken by a callback, which sets no status itself and is kept once", async () => {
    const { create, request, provider, deps } = given();
    const { id } = await create(await request());
    const callback = {
      provider: "sandbox",
      callback_id: `cb-${id}`,
      reference: id,
      claimed_state: "succeeded",
    };
    await acceptCallback(deps, callback);
    expect((await shown(id)).status).to.equal("PROCESSING");
    provider.reads({ kind: "failed", code: "expired_card" });
    expect(await syncPayouts(deps, 10)).to.deep.equal({ synced: 1, changed: 1, failed: 0 });
    expect(await shown(id)).to.include({ status: "FAILED", failure_code: "expired_card" });
    await acceptCallback(deps, callback);
    expect(await syncPayouts(deps, 10)).to.deep.equal({ synced: 0, changed: 0, failed: 0 });
  });

  for (const [ended, claimed, read] of [
    [{ kind: "failed", code: "do_not_honor" }, "succeeded", { kind: "succeeded" }],
    [{ kind: "succeeded" }, "failed", { kind: "failed", code: "lost_card" }],
    [{ kind: "succeeded" }, "failed", { kind: "closed" }],
  ] as const) {
    it(`happens after a callback that came while an end was being recorded: ${claimed} against ${ended.kind}, read as ${read.kind} [PO-5]`, async () => {
      const { create, request, provider, deps, row } = given();
      const asked = await request();
      provider.submits(async () => {
        await acceptCallback(deps, {
          provider: "sandbox",
          callback_id: `cb-${asked.payout_id}`,
          reference: asked.payout_id,
          claimed_state: claimed,
        });
        return ended;
      });
      const { status } = await create(asked);
      provider.reads(read);
      await syncPayouts(deps, 10);
      expect(provider.countOf("read", asked.payout_id)).to.equal(1);
      expect(await row(asked.payout_id)).to.include({ status, next_look_at: null });
      const exceptions = await deps.exceptions.list(true, 100);
      expect(exceptions.some(({ object_id }) => object_id === asked.payout_id)).to.equal(true);
    });
  }

  it("at one that the provider acknowledged and does not know any more is an exception, once, and ends nothing", async () => {
    const { create, request, provider, deps, database } = given();
    const { id } = await create(await request());
    provider.reads({ kind: "absent" });
    for (const hours of [1, 2]) {
      await moveClock(database, hours * 3_600_000);
      await syncPayouts(deps, 10);
    }
    expect(await shown(id)).to.include({ status: "PROCESSING" });
    expect(provider.countOf("close", id)).to.equal(0);
    const exceptions = (await deps.exceptions.list(true, 100)).filter(({ object_id }) => object_id === id);
    expect(exceptions.map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
  });

  it("at one that the provider does not know any more is told once: not again when an operator has noted it, but of anything else", async () => {
    const { create, request, provider, deps, database } = given();
    const { id } = await create(await request());
    provider.reads({ kind: "absent" });
    let movedMs = 0;
    const exceptionsFound = async () => {
      movedMs += 3_600_000;
      await moveClock(database, movedMs);
      await syncPayouts(deps, 10);
      return (await deps.exceptions.list(true, 100)).filter(({ object_id }) => object_id === id);
    };
    const [forgotten] = await exceptionsFound();
    await deps.exceptions.resolve(forgotten?.id ?? "", { resolution: "noted", note: "asked", actor: "ada" });
    const before = provider.countOf("read", id);
    expect(await exceptionsFound()).to.deep.equal([]);
    expect(provider.countOf("read", id)).to.be.above(before);
    provider.reads({ kind: "unknown", cause: "garbled", contradicts: "amount" });
    expect((await exceptionsFound()).map(({ detail }) => detail)).to.deep.equal([
      "the provider answered for this payout with another amount",
    ]);
  });

  it("takes an execution after the end for an exception, and changes nothing [PO-3]", async () => {
    const { create, request, provider, deps } = given();
    provider.submits({ kind: "failed", code: "not_permitted" });
    const { id } = await create(await request());
    await acceptCallback(deps, {
      provider: "sandbox",
      callback_id: `cb-${id}`,
      reference: id,
      claimed_state: "succeeded",
    });
    provider.reads({ kind: "succeeded" });
    await syncPayouts(deps, 10);
    expect(await shown(id)).to.include({ status: "FAILED", failure_code: "not_permitted" });
    const exceptions = (await deps.exceptions.list(true, 100)).filter(({ object_id }) => object_id === id);
    expect(exceptions.map(({ kind }) => kind)).to.deep.equal(["executed_after_end"]);
  });
});
