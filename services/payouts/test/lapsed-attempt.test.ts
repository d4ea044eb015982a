import type { TransferOutcome, TransferRead } from "@flowlix/provider";
import { gate, refusal } from "@flowlix/testkit";
import { exceptionKinds, goesOnLate, losingMoves } from "@flowlix/engine/testing";
import { expect } from "chai";
import { createPayout } from "../src/create/create-payout.ts";
import { syncPayouts } from "./support/sync-due.ts";
import { acquirerOf, withPayouts } from "./support/payouts-under-test.ts";

const NOT_EXECUTED: TransferOutcome = { kind: "not_executed", cause: "unreachable" };
const LOST: TransferOutcome = { kind: "unknown", cause: "lost" };
const RECEIVED: TransferOutcome = { kind: "in_progress", stage: "received" };

describe("a Payout's attempt that goes on after its claim has ended", () => {
  const given = withPayouts();

  const stopped = (outcome: TransferOutcome) => goesOnLate(given(), outcome);
  const kindsOf = (id: string) => exceptionKinds(given().deps, id);
  const typesOf = async (id: string) => (await given().events(id)).map(({ event_type }) => event_type);
  const remove = (id: string) => given().database.sql("delete from payouts.payouts where id = $1", [id]);

  for (const [read, status] of [
    [{ kind: "in_progress", stage: "processing" }, "PROCESSING"],
    [{ kind: "succeeded" }, "SUCCEEDED"],
    [{ kind: "failed", code: "generic_decline" }, "FAILED"],
  ] as const satisfies readonly (readonly [TransferRead, string])[]) {
    for (const own of [NOT_EXECUTED, LOST, RECEIVED]) {
      it(`knows of itself alone (${own.kind}): the provider's word stays ${status}, and is contradicted by nobody`, async () => {
        const { provider, deps, row } = given();
        const { asked, goOn } = await stopped(own);
        provider.reads(read);
        await syncPayouts(deps, 10);
        expect(await goOn()).to.include({ status });
        expect(await row(asked.id)).to.include({ status });
        expect(await kindsOf(asked.id)).to.deep.equal([]);
      });
    }
  }

  it("recognises its own end where the answer to the commit was lost", async () => {
    const { request, provider, deps } = given();
    provider.submits(NOT_EXECUTED);
    const store = losingMoves(deps.store);
    const asked = await request();
    const payout = await createPayout({ ...deps, store }, asked, "req_test");
    expect(payout).to.include({ status: "FAILED", failure_code: "processor_unavailable" });
    expect(await typesOf(asked.payout_id)).to.deep.equal(["payout.pending", "payout.failed"]);
  });

  for (const own of [NOT_EXECUTED, LOST, RECEIVED]) {
    it(`tells no older copy of a Payout that is gone, and keeps its key (${own.kind})`, async () => {
      const { asked, goOn } = await stopped(own);
      await remove(asked.id);
      expect(await refusal(goOn())).to.include({ type: "object_not_found", key: "hold" });
    });
  }

  it("a request that learned nothing of its Payout answers with what others have recorded meanwhile", async () => {
    const { provider, deps } = given();
    const { asked } = await stopped(LOST);
    const asking = gate();
    const asks = { ...provider, read: () => asking.pass().then(() => LOST) };
    const again = createPayout({ ...deps, acquirers: acquirerOf(asks) }, asked.request, "req_test");
    await asking.reached;
    provider.reads({ kind: "succeeded" });
    expect(await asked.send()).to.include({ status: "SUCCEEDED" });
    asking.open();
    expect(await again).to.include({ status: "SUCCEEDED" });
  });

  for (const read of [LOST, RECEIVED, { kind: "succeeded" }] as const) {
    it(`and where it is gone says so instead of telling its copy (${JSON.stringify(read)})`, async () => {
      const { provider, deps } = given();
      const { asked } = await stopped(LOST);
      const asks = { ...provider, read: () => remove(asked.id).then(() => read) };
      const again = createPayout({ ...deps, acquirers: acquirerOf(asks) }, asked.request, "req_test");
      expect(await refusal(again)).to.include({ type: "object_not_found", key: "hold" });
    });
  }
});
