import { randomUUID } from "node:crypto";
import { acceptCallback, noteException, SYNCS_AT_END_MAX, verifyEnds } from "@flowlix/engine";
import { disagreementsSql, type JournalTables } from "@flowlix/ledger";
import type { TransferOutcome } from "@flowlix/provider";
import { moveClock, postedKinds } from "@flowlix/testkit";
import { expect } from "chai";
import type { OwnerUnderTest } from "./owner-under-test.ts";

const tablesOf = (
  owner: "refunds" | "payouts",
  kind: "refund" | "payout",
  undone: JournalTables["undone"],
): JournalTables => ({
  schema: owner,
  objects: owner,
  endedAt: "completed_at",
  kind,
  late: { exception: "executed_after_end", kind: `late_${kind}` },
  undone,
});
const refundsTables = tablesOf("refunds", "refund", "refund_failed_later");
const payoutsTables = tablesOf("payouts", "payout", "payout_returned");

/** The ledger entries of what is paid out of the merchant's account: the entry is named as the object is. */
export function describeTransferJournal(noun: "refund" | "payout", given: () => OwnerUnderTest): void {
  const owner = `${noun}s`;
  const late = `late_${noun}`;

  async function made(outcome: TransferOutcome): Promise<string> {
    const { ask, provider } = given();
    const { send } = await ask();
    provider.submits(outcome);
    return (await send()).id;
  }
  const posted = (id: string) => postedKinds(given().database, { schema: owner, objects: owner }, id);
  const accountsOf = async (id: string) => {
    const { database } = given();
    const [accounts] = await database.sql(`select debit, credit from ${owner}.journal where object_id = $1`, [
      id,
    ]);
    return accounts;
  };

  it(`has a ${noun} once it succeeded, at once or later, out of what is owed to the merchant`, async () => {
    const { provider, database, sync } = given();
    const id = await made({ kind: "in_progress", stage: "processing" });
    expect(await posted(id), "nothing has been returned yet").to.deep.equal([]);
    provider.reads({ kind: "succeeded" });
    await moveClock(database, 2_500);
    await Promise.all([sync(), sync()]);
    expect(await posted(id)).to.deep.equal([noun]);
    expect(await accountsOf(id)).to.deep.equal({ debit: "merchant", credit: "provider" });
  });

  it("has nothing of one that failed, or that nobody knows the outcome of", async () => {
    expect(await posted(await made({ kind: "failed", code: "generic_decline" }))).to.deep.equal([]);
    expect(await posted(await made({ kind: "unknown", cause: "lost" }))).to.deep.equal([]);
  });

  it("holds what was executed after it failed in suspense, also once an operator has noted it", async () => {
    const { provider, deps, sync } = given();
    const id = await made({ kind: "failed", code: "generic_decline" });
    await acceptCallback(deps, {
      provider: "sandbox",
      callback_id: `cb_${id}`,
      reference: id,
      claimed_state: "succeeded",
    });
    provider.reads({ kind: "succeeded" });
    await sync();
    const anomaly = (await deps.exceptions.list(true, 100)).find(({ object_id }) => object_id === id);
    await noteException(deps, { anomaly_id: anomaly?.id ?? "", actor: "ada", note: "told the merchant" });
    expect(await posted(id)).to.deep.equal([late]);
    expect(await accountsOf(id)).to.deep.equal({ debit: "suspense", credit: "provider" });
  });

  it("holds in suspense, with one exception, what only the provider's statement shows of one that failed", async () => {
    const { provider, deps, sync } = given();
    const id = await made({ kind: "failed", code: "generic_decline" });
    const succeeded = await made({ kind: "succeeded" });
    const verified = () => verifyEnds(deps, { livemode: false, ids: [id, succeeded] });
    provider.reads({ kind: "succeeded" });
    expect(await Promise.all([verified(), verified()])).to.have.deep.members([{ due: 1 }, { due: 0 }]);
    await sync();
    expect(await posted(id)).to.deep.equal([late]);
    const exceptions = (await deps.exceptions.list(true, 100)).filter(({ object_id }) => object_id === id);
    expect(exceptions.map(({ kind }) => kind)).to.deep.equal(["executed_after_end"]);
    expect(await verified(), "it is known by now").to.deep.equal({ due: 0 });
  });

  it("has nothing of one that failed and is answered for with another amount: one exception, that can be ended", async () => {
    const { provider, deps, row, sync } = given();
    const id = await made({ kind: "failed", code: "generic_decline" });
    const exceptionsOf = async () =>
      (await deps.exceptions.list(false, 100)).filter(({ object_id }) => object_id === id);
    const synced = async () => {
      expect(await verifyEnds(deps, { livemode: false, ids: [id] })).to.deep.equal({ due: 1 });
      await sync();
    };
    provider.reads({ kind: "unknown", cause: "garbled", contradicts: "amount" });
    await synced();
    const [anomaly] = await exceptionsOf();
    expect(anomaly?.kind).to.equal("outcome_mismatch");
    expect((await row(id))?.["next_look_at"], "it is not looked at again by itself").to.equal(null);
    await noteException(deps, { anomaly_id: anomaly?.id ?? "", actor: "ada", note: "the provider was told" });
    await synced();
    expect((await exceptionsOf()).map((one) => one.id)).to.deep.equal([anomaly?.id]);
    expect(await posted(id)).to.deep.equal([]);
    provider.reads({ kind: "succeeded" });
    await synced();
    expect(await posted(id), "found once the provider says so").to.deep.equal([late]);
  });

  describe("of what came back after it had succeeded", () => {
    const undone = noun === "refund" ? "refund_failed_later" : "payout_returned";
    const reported = async (id: string) => {
      await acceptCallback(given().deps, {
        provider: "sandbox",
        callback_id: `cb_${randomUUID()}`,
        reference: id,
        claimed_state: "undone",
      });
      await given().sync();
    };
    const exceptionsOf = async (id: string) =>
      (await given().deps.exceptions.list(false, 100)).filter(({ object_id }) => object_id === id);

    const readsUndone = () => given().provider.reads({ kind: "undone", reason: undone });
    /** One that has SUCCEEDED, also where a create leaves that to the status sync. */
    const succeeded = async () => {
      const { provider, database, sync } = given();
      const id = await made({ kind: "succeeded" });
      provider.reads({ kind: "succeeded" });
      await database.sql(
        `update ${owner}.${owner} set next_look_at = platform.clock() where id = $1 and next_look_at is not null`,
        [id],
      );
      await sync();
      readsUndone();
      return id;
    };

    it("is level with the acquirer's statement: the money is in suspense, with one exception, and the status stays", async () => {
      const { row, database, deps } = given();
      const id = await succeeded();
      const before = await row(id);
      await reported(id);
      expect(await posted(id)).to.have.members([noun, undone]);
      const [entry] = await database.sql(
        `select j.debit, j.credit, j.amount = o.amount as whole from ${owner}.journal as j join ${owner}.${owner} as o on o.id = j.object_id
          where j.object_id = $1 and j.kind = $2`,
        [id, undone],
      );
      expect(entry).to.deep.equal({ debit: "provider", credit: "suspense", whole: true });
      const [exception, ...more] = await exceptionsOf(id);
      expect(exception).to.include({ kind: undone, resolution: null });
      expect(more).to.deep.equal([]);
      expect(await row(id), "an end never changes").to.deep.equal({ ...before, look_count: 1 });
      await reported(id);
      await noteException(deps, { anomaly_id: exception?.id ?? "", actor: "ada", note: "told the merchant" });
      await reported(id);
      expect(
        (await exceptionsOf(id)).map((one) => one.id),
        "told once",
      ).to.deep.equal([exception?.id]);
      expect(await posted(id)).to.have.members([noun, undone]);
    });

    it("is no disagreement with its objects; without its entry it is one", async () => {
      const { database } = given();
      const tables = noun === "refund" ? refundsTables : payoutsTables;
      const id = await succeeded();
      await reported(id);
      const disagreements = async () => {
        const rows = await database.sql(disagreementsSql(tables), [[id]]);
        return rows.map(({ finding, kind }) => `${String(finding)} ${String(kind)}`);
      };
      expect(await disagreements()).to.deep.equal([]);
      await database.sql(`delete from ${owner}.anomalies where object_id = $1`, [id]);
      expect(await disagreements()).to.deep.equal([`unfounded ${undone}`]);
    });

    it("has nothing where nobody was told that it succeeded: it failed, and an exception says that its money went there and back", async () => {
      const { row, sync, database } = given();
      const id = await made({ kind: "in_progress", stage: "processing" });
      readsUndone();
      await moveClock(database, 2_500);
      await sync();
      expect(await row(id)).to.include({ status: "FAILED", failure_code: "processor_error" });
      expect(await posted(id)).to.deep.equal([]);
      const all = await exceptionsOf(id);
      expect(all.map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
      expect(all[0]?.detail).to.include(`the money of this ${noun} went back`);
    });

    it("has nothing of one that had failed: nothing moved in the end", async () => {
      const id = await made({ kind: "failed", code: "generic_decline" });
      readsUndone();
      expect(await verifyEnds(given().deps, { livemode: false, ids: [id] })).to.deep.equal({ due: 1 });
      await given().sync();
      expect(await posted(id)).to.deep.equal([]);
      expect(await exceptionsOf(id)).to.deep.equal([]);
    });
  });

  it("has what was still under way when one that failed was synced on account of a statement", async () => {
    const { provider, deps, database, row, sync } = given();
    const id = await made({ kind: "failed", code: "generic_decline" });
    const synced = async (times: number) => {
      await database.sql(
        `update ${owner}.${owner} set next_look_at = platform.clock(), look_count = $2 where id = $1`,
        [id, times - 1],
      );
      await sync();
      return (await row(id))?.["next_look_at"];
    };
    provider.reads({ kind: "in_progress", stage: "processing" });
    await database.sql(`update ${owner}.${owner} set look_count = 1000 where id = $1`, [id]);
    await verifyEnds(deps, { livemode: false, ids: [id] });
    await sync();
    expect((await row(id))?.["next_look_at"], "it may be executed yet").to.be.instanceOf(Date);
    expect(await synced(SYNCS_AT_END_MAX), "not for ever").to.equal(null);
    await verifyEnds(deps, { livemode: false, ids: [id] });
    provider.reads({ kind: "unknown", cause: "lost" });
    for (const times of [SYNCS_AT_END_MAX, SYNCS_AT_END_MAX + 1]) {
      const at = await synced(times);
      expect(Number(at) - Date.now(), "once a day in the end").to.be.above(20 * 3_600_000);
    }
    const reported = (await deps.exceptions.list(false, 100)).filter(({ object_id }) => object_id === id);
    expect(reported.map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
    await verifyEnds(deps, { livemode: false, ids: [id] });
    provider.reads({ kind: "succeeded" });
    expect(await synced(2)).to.equal(null);
    expect(await posted(id)).to.deep.equal([late]);
  });
}
