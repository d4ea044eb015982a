import type { TransferOutcome } from "@flowlix/provider";
import { exceptionKinds, goesOnLate, losingMoves } from "@flowlix/engine/testing";
import { expect } from "chai";
import { createRefund } from "../src/create/create-refund.ts";
import { syncRefunds } from "./support/sync-due.ts";
import { withRefunds } from "./support/refunds-under-test.ts";

const NOT_EXECUTED: TransferOutcome = { kind: "not_executed", cause: "unreachable" };
const LOST: TransferOutcome = { kind: "unknown", cause: "lost" };

describe("a Refund's attempt that goes on after its claim has ended", () => {
  const given = withRefunds();

  const stopped = (outcome: TransferOutcome) => goesOnLate(given(), outcome);
  const kindsOf = (id: string) => exceptionKinds(given().deps, id);
  const typesOf = async (id: string) => (await given().events(id)).map(({ type }) => type);

  it("does not end what another attempt has told of, and answers with what is recorded", async () => {
    const { provider, row } = given();
    const { asked, goOn } = await stopped(NOT_EXECUTED);
    provider.reads(LOST);
    const reported = await asked.send();
    expect(reported.status).to.equal("PROCESSING");
    expect(await goOn()).to.deep.equal(reported);
    expect(await row(asked.id)).to.include({ status: "PROCESSING", in_doubt: true });
    expect(await typesOf(asked.id)).to.deep.equal(["refund.processing"]);
  });

  for (const [read, status, answered] of [
    [{ kind: "in_progress", stage: "processing" }, "PROCESSING", "PROCESSING"],
    [{ kind: "succeeded" }, "SUCCEEDED", "PROCESSING"],
    [{ kind: "failed", code: "generic_decline" }, "FAILED", "FAILED"],
  ] as const) {
    for (const own of [NOT_EXECUTED, LOST]) {
      it(`knows of itself alone (${own.kind}): the provider's word stays ${status}, and is contradicted by nobody`, async () => {
        const { provider, deps, row } = given();
        const { asked, goOn } = await stopped(own);
        provider.reads(read);
        await syncRefunds(deps, 10);
        expect(await goOn()).to.include({ status: answered });
        expect(await row(asked.id)).to.include({ status, in_doubt: false });
        expect(await kindsOf(asked.id)).to.deep.equal([]);
      });
    }
  }

  it("brings the provider's word, which is a fact whenever it comes: executed after it was closed is an exception", async () => {
    const { provider, deps, row } = given();
    const { asked, goOn } = await stopped({ kind: "succeeded" });
    provider.reads({ kind: "absent" });
    await syncRefunds(deps, 10);
    expect(await goOn()).to.include({ status: "FAILED" });
    expect(await row(asked.id)).to.include({ status: "FAILED" });
    expect(await kindsOf(asked.id)).to.deep.equal(["executed_after_end"]);
  });

  it("recognises its own end where the answer to the commit was lost", async () => {
    const { request, payments, provider, deps } = given();
    provider.submits(NOT_EXECUTED);
    const store = losingMoves(deps.store);
    const asked = await request(await payments.paid());
    const refund = await createRefund({ ...deps, store }, asked, "req_test");
    expect(refund).to.deep.include({ status: "FAILED" });
    expect(refund.failure?.code).to.equal("processor_unavailable");
    expect(await typesOf(asked.refund_id)).to.deep.equal(["refund.failed"]);
  });
});
