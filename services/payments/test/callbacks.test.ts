import { expect } from "chai";
import { moveClock, refusal } from "@flowlix/testkit";
import type { Outcome } from "@flowlix/provider";
import { acceptCallback, noteException, sweepCallbacks } from "@flowlix/engine";
import { syncPayments } from "./support/sync-due.ts";
import { reverseException } from "../src/exceptions/reverse-exception.ts";
import { withPayments } from "./support/payments-under-test.ts";

const PROCESSING: Outcome = { kind: "in_progress", stage: "processing" };
const DAY = 86_400_000;
let serial = 0;

describe("a provider's callback", () => {
  const given = withPayments();

  const callback = (reference: string, claimed_state: string) => {
    serial += 1;
    return { provider: "scripted", callback_id: `cb_${process.pid}_${serial}`, reference, claimed_state };
  };

  async function made(outcome: Outcome) {
    const { create, request, provider } = given();
    provider.submits(outcome);
    return (await create(await request())).id;
  }

  it("sets no status: it makes its Payment due, and the read is the fact [D9-2]", async () => {
    const { deps, provider, row } = given();
    const id = await made(PROCESSING);
    await acceptCallback(deps, callback(id, "succeeded"));
    expect((await row(id))?.["status"]).to.equal("PROCESSING");
    provider.reads({ kind: "failed", code: "expired_card" });
    await syncPayments(deps, 10);
    expect(await row(id)).to.include({ status: "FAILED", failure_code: "expired_card" });
  });

  it("is kept once however often it comes", async () => {
    const { deps, database } = given();
    const id = await made(PROCESSING);
    const once = callback(id, "succeeded");
    await Promise.all(Array.from({ length: 5 }, () => acceptCallback(deps, once)));
    const rows = await database.sql("select 1 from payments.callbacks where reference = $1", [id]);
    expect(rows).to.have.length(1);
  });

  it("is old news where it agrees with the end: no provider call follows", async () => {
    const { deps, provider } = given();
    const id = await made({ kind: "succeeded" });
    await acceptCallback(deps, callback(id, "succeeded"));
    await syncPayments(deps, 10);
    expect(provider.countOf("read", id)).to.equal(0);
  });

  it("that contradicts an end is checked: a charge after the end is an exception and changes nothing [D10-10]", async () => {
    const { deps, provider, row, events } = given();
    const id = await made({ kind: "failed", code: "do_not_honor" });
    await acceptCallback(deps, callback(id, "succeeded"));
    provider.reads({ kind: "succeeded" });
    await syncPayments(deps, 10);
    expect(await row(id)).to.include({ status: "FAILED", next_look_at: null });
    expect(await events(id)).to.have.length(1);
    const anomaly = (await deps.exceptions.list(true, 10)).find(({ object_id }) => object_id === id);
    expect(anomaly).to.include({
      kind: "charged_after_end",
      amount: 1_250,
      currency: "EUR",
      resolved_at: null,
    });
  });

  for (const [ended, claimed] of [
    [{ kind: "failed", code: "do_not_honor" }, "succeeded"],
    [{ kind: "succeeded" }, "failed"],
  ] as const) {
    it(`that comes while an end is being recorded is not lost: ${claimed} against ${ended.kind}`, async () => {
      const { deps, create, request, provider, row } = given();
      const asked = await request();
      provider.submits(async () => {
        await acceptCallback(deps, callback(asked.payment_id, claimed));
        return ended;
      });
      const { status } = await create(asked);
      provider.reads(claimed === "succeeded" ? { kind: "succeeded" } : { kind: "failed", code: "lost_card" });
      await syncPayments(deps, 10);
      expect(provider.countOf("read", asked.payment_id)).to.equal(1);
      expect(await row(asked.payment_id)).to.include({ status, next_look_at: null });
      const exceptions = await deps.exceptions.list(true, 100);
      expect(exceptions.some(({ object_id }) => object_id === asked.payment_id)).to.equal(true);
    });
  }

  it("for an unknown reference is matched for 24 h, then an exception, once", async () => {
    const { deps, database } = given();
    const stray = callback(`pay_${"z".repeat(24)}`, "succeeded");
    await acceptCallback(deps, stray);
    const found = async () =>
      (await deps.exceptions.list(true, 100)).filter(({ object_id }) => object_id === stray.reference);
    await moveClock(database, DAY - 60_000);
    await sweepCallbacks(deps);
    expect(await found()).to.have.length(0);
    await moveClock(database, DAY + 60_000);
    await sweepCallbacks(deps);
    await sweepCallbacks(deps);
    expect(await found()).to.have.length(1);
  });

  it("for an unknown reference is neither lost nor reported twice when several processes sweep", async () => {
    const { deps, database } = given();
    const strays = Array.from({ length: 5 }, (_, n) =>
      callback(`pay_${String(n).padStart(24, "y")}`, "succeeded"),
    );
    for (const stray of strays) await acceptCallback(deps, stray);
    await moveClock(database, DAY + 60_000);
    await Promise.all(Array.from({ length: 4 }, () => sweepCallbacks(deps)));
    const references = (await deps.exceptions.list(true, 100)).map(({ object_id }) => object_id);
    for (const { reference } of strays)
      expect(references.filter((one) => one === reference)).to.have.length(1);
  });

  it("that came before its Payment could be seen makes it due later", async () => {
    const { deps, request, create, provider, row } = given();
    const asked = await request();
    await acceptCallback(deps, callback(asked.payment_id, "succeeded"));
    provider.submits(PROCESSING);
    await create(asked);
    provider.reads({ kind: "succeeded" });
    await sweepCallbacks(deps);
    await syncPayments(deps, 10);
    expect((await row(asked.payment_id))?.["status"]).to.equal("SUCCEEDED");
  });

  describe("and the exception it uncovered", () => {
    async function anomaly() {
      const { deps, provider } = given();
      const id = await made({ kind: "failed", code: "do_not_honor" });
      await acceptCallback(deps, callback(id, "succeeded"));
      provider.reads({ kind: "succeeded" });
      await syncPayments(deps, 10);
      const found = (await deps.exceptions.list(true, 10)).find(({ object_id }) => object_id === id);
      if (found === undefined) throw new Error("no anomaly was recorded");
      return found;
    }

    it("is ended by reversing the charge at the provider, with an audit row of the same transaction [D10-10]", async () => {
      const { deps, provider, database } = given();
      const open = await anomaly();
      const ended = await reverseException(deps, { anomaly_id: open.id, actor: "ada" }, "req_test");
      expect(ended).to.include({ id: open.id, resolution: "reversed" });
      expect(ended.resolved_at).to.be.a("number");
      expect(provider.countOf("reverse", open.object_id ?? "")).to.equal(1);
      const audit = await database.sql("select actor, act from payments.audit where subject = $1", [open.id]);
      expect(audit).to.deep.equal([{ actor: "ada", act: "anomaly.reversed" }]);
    });

    it("stays open while the provider does not confirm, so that reversing can be repeated", async () => {
      const { deps, provider } = given();
      const open = await anomaly();
      provider.reverses("unknown");
      const error = await refusal(reverseException(deps, { anomaly_id: open.id, actor: "ada" }, "req_test"));
      expect(error.type).to.equal("service_unavailable");
      provider.reverses("reversed");
      expect(await reverseException(deps, { anomaly_id: open.id, actor: "ada" }, "req_test")).to.include({
        resolution: "reversed",
      });
    });

    for (const [outcome, words] of [
      ["ambiguous", "several charges stand under the reference"],
      ["refused", "refused to give the charge of this payment back"],
    ] as const) {
      it(`stays open where giving it back is ${outcome}, which no repeat changes: that is an exception of its own`, async () => {
        const { deps, provider } = given();
        const open = await anomaly();
        provider.reverses(outcome);
        for (let at = 0; at < 2; at += 1) {
          const error = await refusal(
            reverseException(deps, { anomaly_id: open.id, actor: "ada" }, "req_test"),
          );
          expect(error.type).to.equal("object_state_conflict");
        }
        const all = (await deps.exceptions.list(true, 100)).filter(
          ({ object_id }) => object_id === open.object_id,
        );
        expect(all.map(({ kind }) => kind)).to.have.members(["charged_after_end", "outcome_mismatch"]);
        expect(all.find(({ kind }) => kind === "outcome_mismatch")?.detail).to.include(words);
        provider.reverses("reversed");
      });
    }

    it("is ended by a note, and by one act only [D10-10]", async () => {
      const { deps } = given();
      const open = await anomaly();
      expect(
        await noteException(deps, { anomaly_id: open.id, actor: "ada", note: "refunded by phone" }),
      ).to.include({
        resolution: "noted",
        note: "refunded by phone",
      });
      const again = await refusal(noteException(deps, { anomaly_id: open.id, actor: "ada", note: "again" }));
      expect(again.type).to.equal("object_state_conflict");
      const reversed = await refusal(
        reverseException(deps, { anomaly_id: open.id, actor: "ada" }, "req_test"),
      );
      expect(reversed.type).to.equal("object_state_conflict");
      const unknown = await refusal(
        noteException(deps, { anomaly_id: `ano_${"0".repeat(24)}`, actor: "ada", note: "x" }),
      );
      expect(unknown.type).to.equal("object_not_found");
    });
  });
});
