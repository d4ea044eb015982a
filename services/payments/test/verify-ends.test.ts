import type { Outcome } from "@flowlix/provider";
import { verifyEnds, SYNCS_AT_END_MAX, noteException } from "@flowlix/engine";
import { newId } from "@flowlix/runtime";
import { postedKinds } from "@flowlix/testkit";
import { expect } from "chai";
import { reverseException } from "../src/exceptions/reverse-exception.ts";
import { syncPayments } from "./support/sync-due.ts";
import { withPayments } from "./support/payments-under-test.ts";

const PAYMENTS = { schema: "payments", objects: "payments" };

describe("of a Payment that ended without a charge, and that a statement has a charge of", () => {
  const given = withPayments();

  async function made(outcome: Outcome): Promise<string> {
    const { create, request, provider } = given();
    provider.submits(outcome);
    const asked = await request({ amount: 4_200 });
    await create(asked);
    return asked.payment_id;
  }
  const declined = () => made({ kind: "failed", code: "do_not_honor" });
  const verified = (...ids: readonly string[]) => verifyEnds(given().deps, { livemode: false, ids });
  const posted = (id: string) => postedKinds(given().database, PAYMENTS, id);
  const nextSyncOf = async (id: string) => (await given().deps.store.read(id))?.next_look_at;
  const exceptionsOf = async (id: string, openOnly = true) =>
    (await given().deps.exceptions.list(openOnly, 100)).filter(({ object_id }) => object_id === id);

  it("the provider is asked: a charge is in suspense with its exception, once, and can be given back", async () => {
    const { deps, provider } = given();
    const id = await declined();
    provider.reads({ kind: "succeeded" });
    expect(await Promise.all([verified(id), verified(id)])).to.have.deep.members([{ due: 1 }, { due: 0 }]);
    await Promise.all([syncPayments(deps, 10), syncPayments(deps, 10)]);
    expect(await posted(id)).to.deep.equal(["late_charge"]);
    const [anomaly, ...others] = await exceptionsOf(id);
    expect([anomaly?.kind, others]).to.deep.equal(["charged_after_end", []]);
    expect(await verified(id), "it is known by now").to.deep.equal({ due: 0 });
    await reverseException(deps, { anomaly_id: anomaly?.id ?? "", actor: "ada" }, "req_test");
    expect(await verified(id), "and given back").to.deep.equal({ due: 0 });
    expect(await posted(id)).to.have.members(["late_charge", "reversal"]);
    expect((await deps.store.read(id))?.status).to.equal("FAILED");
  });

  it("nothing becomes of it where the statement is another account's", async () => {
    const { deps, database } = given();
    const id = await declined();
    const account = `acq_${"m".repeat(24)}`;
    await database.sql("update payments.payments set provider_account = $2 where id = $1", [id, account]);
    const asked = (provider: string, provider_account: string | null) =>
      verifyEnds(deps, { livemode: false, ids: [id], provider, provider_account });
    expect(await asked("sandbox", null)).to.deep.equal({ due: 0 });
    expect(await asked("sandbox", `acq_${"n".repeat(24)}`)).to.deep.equal({ due: 0 });
    expect(await asked("another", account)).to.deep.equal({ due: 0 });
    expect(await asked("sandbox", account)).to.deep.equal({ due: 1 });
  });

  it("one that SUCCEEDED is asked about where the statement took its money back, until that is known", async () => {
    const { deps, provider } = given();
    const id = await made({ kind: "succeeded" });
    const failed = await declined();
    const takenBack = () => verifyEnds(deps, { livemode: false, ids: [id, failed], taken_back: true });
    expect(await verified(id), "that it was charged is what it says").to.deep.equal({ due: 0 });
    expect(await takenBack()).to.deep.equal({ due: 1 });
    provider.reads({ kind: "undone", reason: "capture_declined" });
    await syncPayments(deps, 10);
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["capture_declined"]);
    expect(await posted(id)).to.have.members(["capture", "capture_declined"]);
    expect(await takenBack(), "it is known by now").to.deep.equal({ due: 0 });
  });

  it("one that SUCCEEDED and whose order is closed all the same is an exception, once, and stays SUCCEEDED", async () => {
    const { deps, provider } = given();
    const id = await made({ kind: "succeeded" });
    provider.reads({ kind: "closed" });
    for (const _ of [1, 2]) {
      expect(await verifyEnds(deps, { livemode: false, ids: [id], taken_back: true })).to.deep.equal({
        due: 1,
      });
      await syncPayments(deps, 10);
    }
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
    expect((await deps.store.read(id))?.status).to.equal("SUCCEEDED");
    expect(await nextSyncOf(id), "it is not synced again by itself").to.equal(null);
  });

  it("nothing becomes of it where its order was closed, which agrees with an end without a charge", async () => {
    const { deps, provider } = given();
    const id = await declined();
    provider.reads({ kind: "closed" });
    await verified(id);
    await syncPayments(deps, 10);
    expect([await exceptionsOf(id), await posted(id)]).to.deep.equal([[], []]);
    expect([(await deps.store.read(id))?.status, await nextSyncOf(id)]).to.deep.equal(["FAILED", null]);
  });

  it("nothing becomes of it where the provider has no charge either, and it is asked until it answers", async () => {
    const { deps, provider, database } = given();
    const id = await declined();
    provider.reads({ kind: "unknown", cause: "lost" });
    await verified(id);
    expect(await syncPayments(deps, 10)).to.include({ failed: 1 });
    provider.reads({ kind: "failed", code: "do_not_honor" });
    await database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [id]);
    await syncPayments(deps, 10);
    expect([await posted(id), await exceptionsOf(id), (await syncPayments(deps, 10)).synced]).to.deep.equal([
      [],
      [],
      0,
    ]);
    expect(await verified(id), "the next statement may say so again").to.deep.equal({ due: 1 });
    await syncPayments(deps, 10);
  });

  it("it is asked about once a day in the end where the provider says nothing, and an operator hears of it once", async () => {
    const { deps, provider, database } = given();
    const id = await declined();
    provider.reads({ kind: "unknown", cause: "lost" });
    await verified(id);
    for (const syncs of [SYNCS_AT_END_MAX - 2, SYNCS_AT_END_MAX, SYNCS_AT_END_MAX + 1]) {
      await database.sql(
        "update payments.payments set next_look_at = platform.clock(), look_count = $2 where id = $1",
        [id, syncs],
      );
      expect(await syncPayments(deps, 10)).to.include({ failed: 1 });
      const inMs = ((await nextSyncOf(id))?.getTime() ?? 0) - Date.now();
      if (syncs < SYNCS_AT_END_MAX) expect(inMs).to.be.below(3_600_000);
      else expect(inMs).to.be.above(20 * 3_600_000);
    }
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["outcome_mismatch"]);
    provider.reads({ kind: "failed", code: "do_not_honor" });
    await database.sql("update payments.payments set next_look_at = platform.clock() where id = $1", [id]);
    await syncPayments(deps, 10);
    expect(await nextSyncOf(id)).to.equal(null);
  });

  it("it is not synced again once an operator has ended its exception", async () => {
    const { deps, provider } = given();
    const id = await declined();
    provider.reads({ kind: "succeeded" });
    await verified(id);
    await syncPayments(deps, 10);
    const [anomaly] = await exceptionsOf(id);
    await noteException(deps, { anomaly_id: anomaly?.id ?? "", actor: "ada", note: "settled by hand" });
    expect(await verified(id)).to.deep.equal({ due: 0 });
    expect(await exceptionsOf(id, false)).to.have.length(1);
  });

  it("an answer about another amount is one exception, which an operator can end, whatever asks again", async () => {
    const { deps, provider } = given();
    const id = await declined();
    provider.reads({ kind: "unknown", cause: "garbled", contradicts: "amount" });
    await verified(id);
    await syncPayments(deps, 10);
    const [anomaly] = await exceptionsOf(id);
    expect(anomaly).to.include({ kind: "outcome_mismatch", resolved_at: null });
    expect(await nextSyncOf(id), "it is not synced again by itself").to.equal(null);
    await noteException(deps, { anomaly_id: anomaly?.id ?? "", actor: "ada", note: "the provider was told" });
    expect(await verified(id), "the next statement asks again").to.deep.equal({ due: 1 });
    await syncPayments(deps, 10);
    expect((await exceptionsOf(id, false)).map(({ id: one }) => one)).to.deep.equal([anomaly?.id]);
    expect(await posted(id)).to.deep.equal([]);
  });

  it("a charge that the provider answers for later is found, whatever it answered before", async () => {
    const { deps, provider } = given();
    const id = await declined();
    for (const contradicts of ["amount", "currency"] as const) {
      provider.reads({ kind: "unknown", cause: "garbled", contradicts });
      await verified(id);
      await syncPayments(deps, 10);
      const [anomaly] = await exceptionsOf(id);
      expect(anomaly?.detail, "of what it has not told").to.contain(contradicts);
      await noteException(deps, { anomaly_id: anomaly?.id ?? "", actor: "ada", note: "seen" });
    }
    provider.reads({ kind: "succeeded" });
    await verified(id);
    await syncPayments(deps, 10);
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["charged_after_end"]);
    expect(await posted(id)).to.deep.equal(["late_charge"]);
  });

  it("what the provider still works on is synced until it says, some hours at most, and anew when asked again", async () => {
    const { deps, provider, database } = given();
    const id = await declined();
    provider.reads({ kind: "in_progress", stage: "processing" });
    const synced = async (times: number) => {
      await database.sql(
        "update payments.payments set next_look_at = platform.clock(), look_count = $2 where id = $1",
        [id, times - 1],
      );
      await syncPayments(deps, 10);
      return nextSyncOf(id);
    };
    // How often it was synced while it was open is no matter.
    await database.sql("update payments.payments set look_count = 1000 where id = $1", [id]);
    await verified(id);
    await syncPayments(deps, 10);
    expect(await nextSyncOf(id)).to.be.instanceOf(Date);
    expect(await synced(SYNCS_AT_END_MAX - 1)).to.be.instanceOf(Date);
    expect(await synced(SYNCS_AT_END_MAX)).to.equal(null);
    expect([await exceptionsOf(id), await posted(id)]).to.deep.equal([[], []]);
    await verified(id);
    await syncPayments(deps, 10);
    expect(await nextSyncOf(id)).to.be.instanceOf(Date);
    provider.reads({ kind: "succeeded" });
    expect(await synced(2)).to.equal(null);
    expect(await posted(id)).to.deep.equal(["late_charge"]);
  });

  it("no other is synced: not one that succeeded, is open, of another mode, or unknown", async () => {
    const succeeded = await made({ kind: "succeeded" });
    const open = await made({ kind: "in_progress", stage: "processing" });
    const id = await declined();
    const { deps, database } = given();
    const [before] = await database.sql("select next_look_at from payments.payments where id = $1", [open]);
    expect(await verified(succeeded, open, newId("payment"))).to.deep.equal({ due: 0 });
    expect(await verifyEnds(deps, { livemode: true, ids: [id] })).to.deep.equal({ due: 0 });
    expect(await verified()).to.deep.equal({ due: 0 });
    const [after] = await database.sql("select next_look_at from payments.payments where id = $1", [open]);
    expect(after).to.deep.equal(before);
  });

  it("many are spread over some time, so that they hold up no other's status sync", async () => {
    const { database } = given();
    const ids = await Promise.all(Array.from({ length: 20 }, declined));
    expect(await verified(...ids)).to.deep.equal({ due: 20 });
    const [row] = await database.sql(
      `select count(*) filter (where next_look_at > platform.clock())::integer as later,
              max(next_look_at) <= platform.clock() + interval '10 minutes' as soon
         from payments.payments where id = any ($1)`,
      [ids],
    );
    expect(row?.["later"]).to.be.above(10);
    expect(row?.["soon"]).to.equal(true);
    await database.sql("update payments.payments set next_look_at = null where id = any ($1)", [ids]);
  });
});
