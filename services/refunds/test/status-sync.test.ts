import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import { SYNC_SLOTS, acceptCallback } from "@flowlix/engine";
import { describeHangingSync } from "@flowlix/engine/testing";
import { DueSlots, type FreeSlots } from "@flowlix/runtime";
import { gate, moveClock, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { syncRefunds } from "./support/sync-due.ts";
import { preventCreation } from "../src/create/prevent-creation.ts";
import { SCOPE } from "@flowlix/payments/testing";
import { acquirerOf, DEADLINE_MS, withRefunds } from "./support/refunds-under-test.ts";

const PROCESSING: TransferOutcome = { kind: "in_progress", stage: "processing" };
const LOST = { kind: "unknown", cause: "lost" } as const;

describe("a status sync of a Refund that is due", () => {
  const given = withRefunds();

  async function made(outcome: TransferOutcome, amount = 100) {
    const { create, request, provider, payments, row, deps } = given();
    const paymentId = await payments.paid();
    provider.submits(outcome);
    const refund = await create(await request(paymentId, { amount }));
    return {
      id: refund.id,
      refund,
      syncDue: () => syncRefunds(deps, 100),
      status: async () => (await row(refund.id))?.["status"],
      shown: async () => (await payments.payment(paymentId)).refunds[0]?.status,
      money: async () => {
        const { amount_refunded, amount_refundable } = await payments.payment(paymentId);
        return [amount_refunded, amount_refundable];
      },
    };
  }

  const exceptionsOf = async (id: string) =>
    (await given().deps.exceptions.list(true, 100)).filter(({ object_id }) => object_id === id);

  const callback = (id: string, claimed_state: string) =>
    acceptCallback(given().deps, {
      provider: "sandbox",
      callback_id: `cb_${id}_${claimed_state}`,
      reference: id,
      claimed_state,
    });

  it("shows an asynchronous result in the Refund and its Payment, with its event [RF-17]", async () => {
    const { provider, database, events } = given();
    const one = await made(PROCESSING);
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 2_500);
    expect(await one.syncDue()).to.include({ synced: 1, changed: 1 });
    expect(await one.money()).to.deep.equal([100, 900]);
    expect(await one.shown()).to.equal("SUCCEEDED");
    const reported = await events(one.id);
    expect(reported.map(({ type }) => type)).to.deep.equal(["refund.processing", "refund.succeeded"]);
  });

  describeHangingSync(given, "refunds");

  it("that hangs is as any other as soon as a callback tells of its Refund, be it while it hangs or after", async () => {
    const { deps, provider, database } = given();
    const [during, after] = [await made(PROCESSING), await made(PROCESSING)];
    const hung = gate();
    let reading = 0;
    const read = async () => {
      reading += 1;
      await hung.pass();
      return LOST;
    };
    const syncSlots = new DueSlots({ ...SYNC_SLOTS, hangsAfterMs: 20 });
    await moveClock(database, 2_500);
    await syncRefunds({ ...deps, syncSlots, acquirers: acquirerOf({ ...provider, read }) }, 100);
    await waitFor("both to be read", () => reading === 2);
    await callback(during.id, "succeeded");
    hung.open();
    await syncSlots.stop();
    const free: FreeSlots = { prompt: 10, hung: 0, crowded: [], crowdedHung: [] };
    const claimed = async () => (await deps.syncs.claimDue(free)).map(({ id }) => id);
    expect(await claimed(), "told of while it hung").to.deep.equal([during.id]);
    await moveClock(database, 60_000);
    expect(await claimed(), "marked").to.not.include(after.id);
    await callback(after.id, "succeeded");
    expect(await claimed(), "told of after").to.include(after.id);
  });

  it("gives the money of one that fails later back [RF-2, RF-7]", async () => {
    const { provider, database, events } = given();
    const one = await made(PROCESSING);
    provider.reads({ kind: "failed", code: "do_not_honor" });
    await moveClock(database, 2_500);
    await one.syncDue();
    expect(await one.money()).to.deep.equal([0, 1_000]);
    const [, last] = await events(one.id);
    expect(last).to.deep.include({ type: "refund.failed" });
    expect(last?.refund).to.deep.include({
      status: "FAILED",
      failure: { code: "do_not_honor", message: "The refund was declined by the issuer." },
    });
  });

  it("looks a lost answer up within 5 s, and at most 30 s later each time [RF-5]", async () => {
    const { provider, database, row } = given();
    const one = await made(LOST);
    provider.reads(LOST);
    let at = 0;
    for (let syncs = 0; syncs < 12; syncs += 1) {
      const due = (await row(one.id))?.["next_look_at"];
      const [now] = await database.sql("select platform.clock() as now");
      const waitMs = Number(due) - Number(now?.["now"]);
      expect(waitMs).to.be.at.most(syncs === 0 ? 5_000 : 30_000);
      at += waitMs + 500;
      await moveClock(database, at);
      expect(await one.syncDue()).to.include({ synced: 1, failed: 1 });
    }
    expect(await one.status()).to.equal("PROCESSING");
    expect(provider.countOf("submit", one.id)).to.equal(1);
  });

  const inDoubt: readonly (readonly [TransferRead, string, boolean])[] = [
    [{ kind: "succeeded" }, "SUCCEEDED", false],
    [{ kind: "failed", code: "generic_decline" }, "FAILED", false],
    [PROCESSING, "PROCESSING", false],
    [LOST, "PROCESSING", true],
  ];
  for (const [read, status, doubt] of inDoubt) {
    it(`of one in doubt believes the provider alone: ${JSON.stringify(read)} → ${status}`, async () => {
      const { provider, database, row } = given();
      const one = await made(LOST);
      provider.reads(read);
      await moveClock(database, 2_000);
      await one.syncDue();
      expect(await row(one.id)).to.include({ status, in_doubt: doubt });
      expect(provider.countOf("close", one.id)).to.equal(0);
      expect(provider.countOf("submit", one.id)).to.equal(1);
    });
  }

  const closings: readonly (readonly [TransferRead, string])[] = [
    [{ kind: "closed" }, "FAILED"],
    [{ kind: "succeeded" }, "SUCCEEDED"],
    [PROCESSING, "PROCESSING"],
    [LOST, "PROCESSING"],
    [{ kind: "absent" }, "PROCESSING"],
  ];
  for (const [closed, status] of closings) {
    it(`closes one in doubt that the provider does not know before it is given up: ${JSON.stringify(closed)} → ${status} [RF-5]`, async () => {
      const { provider, database, row } = given();
      const one = await made(LOST);
      provider.reads({ kind: "absent" });
      provider.closes(closed);
      await moveClock(database, 2_000);
      await one.syncDue();
      expect(await one.status()).to.equal(status);
      expect(provider.countOf("close", one.id)).to.equal(1);
      expect((await row(one.id))?.["failure_code"]).to.equal(status === "FAILED" ? "processor_error" : null);
      expect(await one.money()).to.deep.equal(
        status === "SUCCEEDED" ? [100, 900] : [0, status === "FAILED" ? 1_000 : 900],
      );
    });
  }

  it("guesses nothing of one that the provider said it has and no longer knows: an exception, once", async () => {
    const { provider, database } = given();
    const one = await made(PROCESSING);
    provider.reads({ kind: "absent" });
    for (const ms of [3_000, 6_000]) {
      await moveClock(database, ms);
      expect(await one.syncDue()).to.include({ synced: 1, changed: 0 });
    }
    expect([await one.status(), provider.countOf("close", one.id)]).to.deep.equal(["PROCESSING", 0]);
    expect((await exceptionsOf(one.id)).map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
  });

  it("is told once of one that the provider does not know any more: not again when an operator has noted it, but of anything else", async () => {
    const { provider, database, deps } = given();
    const one = await made(PROCESSING);
    provider.reads({ kind: "absent" });
    let movedMs = 0;
    const exceptionsFound = async () => {
      movedMs += 10 * 60_000;
      await moveClock(database, movedMs);
      expect(await one.syncDue()).to.include({ synced: 1, changed: 0 });
      return exceptionsOf(one.id);
    };
    const [forgotten] = await exceptionsFound();
    await deps.exceptions.resolve(forgotten?.id ?? "", { resolution: "noted", note: "asked", actor: "ada" });
    expect(await exceptionsFound()).to.deep.equal([]);
    provider.reads({ kind: "unknown", cause: "garbled", contradicts: "amount" });
    expect((await exceptionsFound()).map(({ detail }) => detail)).to.deep.equal([
      "the provider answered for this refund with another amount",
    ]);
  });

  it("a word of the provider's ends no doubt of a row that has moved meanwhile", async () => {
    const { provider, database, deps, row } = given();
    const one = await made(LOST);
    const { version } = (await row(one.id)) ?? {};
    expect(await deps.store.endDoubt(one.id, Number(version) - 1)).to.equal(false);
    expect(await row(one.id)).to.include({ in_doubt: true });
    provider.reads(PROCESSING);
    await moveClock(database, 2_000);
    await one.syncDue();
    expect(await row(one.id)).to.include({ in_doubt: false, version });
  });

  it("never closes while its submission may be under way", async () => {
    const { create, request, provider, payments, database, deps, row } = given();
    provider.submits(() => Promise.reject(new Error("killed")));
    const asked = await request(await payments.paid());
    await create(asked).catch(() => undefined);
    provider.reads({ kind: "absent" });
    // A callback, as one example, makes it due in the middle of its submission.
    await callback(asked.refund_id, "failed");
    await syncRefunds(deps, 10);
    expect(provider.countOf("close", asked.refund_id)).to.equal(0);
    expect(await row(asked.refund_id)).to.include({ status: "PENDING" });
    await moveClock(database, DEADLINE_MS + 2_000);
    await syncRefunds(deps, 10);
    expect(await row(asked.refund_id)).to.include({ status: "FAILED", failure_code: "processor_error" });
    expect((await payments.payment(asked.payment_id)).refunds[0]).to.include({ status: "FAILED" });
  });

  describe("an ended one, made due by a callback that contradicts its end", () => {
    async function ended(outcome: TransferOutcome) {
      const one = await made(outcome);
      if (outcome.kind !== "failed") {
        given().provider.reads({ kind: "succeeded" });
        await moveClock(given().database, 2_500);
        await one.syncDue();
      }
      return one;
    }

    it("executed after it failed: an exception, and it stays as it is", async () => {
      const { provider } = given();
      const one = await ended({ kind: "failed", code: "generic_decline" });
      await callback(one.id, "succeeded");
      provider.reads({ kind: "succeeded" });
      expect(await one.syncDue()).to.include({ synced: 1, changed: 0 });
      expect([await one.status(), await one.money()]).to.deep.equal(["FAILED", [0, 1_000]]);
      const [anomaly] = await exceptionsOf(one.id);
      expect(anomaly).to.include({ kind: "executed_after_end", amount: 100 });
      expect(await one.syncDue()).to.include({ synced: 0 });
    });

    it("closed after it SUCCEEDED: an exception, and it stays as it is", async () => {
      const { provider } = given();
      const one = await ended(PROCESSING);
      await callback(one.id, "failed");
      provider.reads({ kind: "closed" });
      expect(await one.syncDue()).to.include({ synced: 1, changed: 0 });
      expect([await one.status(), await one.money()]).to.deep.equal(["SUCCEEDED", [100, 900]]);
      expect((await exceptionsOf(one.id)).map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
      expect(await one.syncDue()).to.include({ synced: 0 });
    });

    it("failed after it SUCCEEDED, while an earlier answer's other amount is an open exception: that says both", async () => {
      const { provider, database, deps } = given();
      const counted = async () => {
        const { values } = await deps.metrics.exceptions.get();
        return values.find(({ labels }) => labels.kind === "outcome_mismatch")?.value ?? 0;
      };
      const before = await counted();
      const one = await made(PROCESSING);
      provider.reads({ kind: "unknown", cause: "garbled", contradicts: "amount" });
      await moveClock(database, 2_500);
      await one.syncDue();
      provider.reads({ kind: "succeeded" });
      await moveClock(database, 10 * 60_000);
      await one.syncDue();
      await callback(one.id, "failed");
      provider.reads({ kind: "failed", code: "generic_decline" });
      expect(await one.syncDue()).to.include({ synced: 1, changed: 0 });
      expect([await one.status(), await one.money()]).to.deep.equal(["SUCCEEDED", [100, 900]]);
      expect((await exceptionsOf(one.id)).map(({ kind, detail }) => [kind, detail])).to.deep.equal([
        [
          "outcome_mismatch",
          "the provider answered for this refund with another amount; also: " +
            'the provider reports "failed (generic_decline)" of a refund that is recorded as SUCCEEDED',
        ],
      ]);
      expect(await counted(), "each is counted").to.equal(before + 2);
    });

    it("closed after it failed: that agrees, and is no exception", async () => {
      const { provider } = given();
      const one = await ended({ kind: "failed", code: "generic_decline" });
      await callback(one.id, "succeeded");
      provider.reads({ kind: "closed" });
      expect(await one.syncDue()).to.include({ synced: 1, changed: 0 });
      expect([await one.status(), await exceptionsOf(one.id)]).to.deep.equal(["FAILED", []]);
    });

    it("a callback that agrees with the end costs no read", async () => {
      const { provider } = given();
      const one = await ended(PROCESSING);
      const reads = provider.countOf("read", one.id);
      await callback(one.id, "succeeded");
      expect(await one.syncDue()).to.include({ synced: 0 });
      expect(provider.countOf("read", one.id)).to.equal(reads);
    });

    it("a callback that is not true changes nothing [RF-17]", async () => {
      const { provider } = given();
      const one = await ended(PROCESSING);
      await callback(one.id, "failed");
      provider.reads({ kind: "succeeded" });
      await one.syncDue();
      expect(await one.money()).to.deep.equal([100, 900]);
      expect(await exceptionsOf(one.id)).to.deep.equal([]);
    });
  });

  for (const [outcome, claimed, read] of [
    [{ kind: "failed", code: "do_not_honor" }, "succeeded", { kind: "succeeded" }],
    [PROCESSING, "succeeded", { kind: "succeeded" }],
    [PROCESSING, "failed", { kind: "failed", code: "lost_card" }],
  ] as const) {
    it(`a callback that comes while an outcome is being recorded is not lost: ${claimed} against ${outcome.kind} [RF-17]`, async () => {
      const { create, request, provider, payments, deps, row } = given();
      const asked = await request(await payments.paid());
      provider.submits(async () => {
        await callback(asked.refund_id, claimed);
        return outcome;
      });
      await create(asked);
      provider.reads(read);
      await syncRefunds(deps, 10);
      expect(provider.countOf("read", asked.refund_id)).to.equal(1);
      const status = outcome.kind === "failed" ? "FAILED" : claimed.toUpperCase();
      expect(await row(asked.refund_id)).to.include({ status, next_look_at: null });
      const contradictions = await exceptionsOf(asked.refund_id);
      expect(contradictions).to.have.length(outcome.kind === "failed" ? 1 : 0);
    });
  }

  it("what the provider does under an id whose creation is prevented is an exception", async () => {
    const { provider, payments, request, deps } = given();
    const asked = await request(await payments.paid());
    const { merchant_id, livemode } = asked.scope;
    const reserved = await payments
      .client()
      .reserveRefund({ ...asked, scope: { merchant_id, livemode } }, { requestId: "req_test" });
    expect(await preventCreation(deps, { scope: SCOPE, ...reserved })).to.deep.equal({ kind: "voided" });
    await callback(asked.refund_id, "processing");
    provider.reads(PROCESSING);
    await syncRefunds(deps, 10);
    const [anomaly] = await exceptionsOf(asked.refund_id);
    expect(anomaly).to.include({ kind: "outcome_mismatch" });
  });
});
