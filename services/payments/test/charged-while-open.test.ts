import { moveClock, refusal as refusalOf } from "@flowlix/testkit";
import { expect } from "chai";
import { reverseException } from "../src/exceptions/reverse-exception.ts";
import { withPayments } from "./support/payments-under-test.ts";
import { syncPayments } from "./support/sync-due.ts";
import { MINUTE, notExecuted, withAccounts } from "./support/two-accounts.ts";

describe("a charge of a Payment's first account, found while the Payment is open", () => {
  const given = withPayments();

  /** The second account does not say what came of closing its order. */
  async function chargedWhileOpen() {
    const under = await withAccounts(given());
    const { id, first, second, create, deps, exceptionsOf } = under;
    first.submits(notExecuted("unreachable"));
    second.submits({ kind: "in_progress", stage: "processing" });
    await create();
    first.reads({ kind: "succeeded" });
    second.reads({ kind: "in_progress", stage: "received" });
    second.closes({ kind: "in_progress", stage: "received" });
    let movedMs = 0;
    /** The charges that are open exceptions after another status sync. */
    const chargesFound = async () => {
      movedMs += 20 * MINUTE;
      await moveClock(given().database, movedMs);
      await syncPayments(deps, 100);
      const open = await exceptionsOf(id);
      return open.filter(({ kind }) => kind === "charged_after_end").map((exception) => exception.id);
    };
    const [found] = await chargesFound();
    return { ...under, chargesFound, found: found ?? "" };
  }

  it("is told once: not again when an operator has noted it", async () => {
    const { id, first, deps, chargesFound, found } = await chargedWhileOpen();
    await deps.exceptions.resolve(found, { resolution: "noted", note: "by hand", actor: "Ada" });
    const before = first.countOf("read", id);
    expect(await chargesFound()).to.deep.equal([]);
    expect(first.countOf("read", id)).to.equal(before + 1);
    expect(await given().row(id)).to.include({ status: "PROCESSING" });
  });

  it("is told again when it was given back and is there all the same", async () => {
    const { id, first, deps, chargesFound, found } = await chargedWhileOpen();
    await reverseException(deps, { anomaly_id: found, actor: "Ada" }, "req_test");
    expect(first.countOf("reverse", id)).to.equal(1);
    const [again] = await chargesFound();
    expect(again).to.be.a("string").and.not.equal(found);
  });

  it("says that it cannot be given back by an exception of its own, as often as that is asked for", async () => {
    const { id, first, deps, exceptionsOf, found } = await chargedWhileOpen();
    first.reverses("refused");
    const reverse = () => reverseException(deps, { anomaly_id: found, actor: "Ada" }, "req_test");
    expect((await refusalOf(reverse())).type).to.equal("object_state_conflict");
    const stuck = (await exceptionsOf(id)).filter(({ kind }) => kind === "outcome_mismatch");
    expect(stuck).to.have.lengthOf(1);
    await deps.exceptions.resolve(stuck[0]?.id ?? "", { resolution: "noted", note: null, actor: "Ada" });
    expect((await refusalOf(reverse())).type).to.equal("object_state_conflict");
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.have.members([
      "charged_after_end",
      "outcome_mismatch",
    ]);
  });

  it("that has another amount is reported once, with its order, and not again when an operator has noted it", async () => {
    const { id, first, second, create, deps, exceptionsOf } = await withAccounts(given());
    first.submits(notExecuted("unreachable"));
    second.submits({ kind: "in_progress", stage: "processing" });
    await create();
    first.reads({ kind: "unknown", cause: "garbled", contradicts: "amount" });
    second.reads({ kind: "in_progress", stage: "processing" });
    const reported: (string | null)[] = [];
    for (const syncs of [1, 2, 3]) {
      await moveClock(given().database, syncs * 20 * MINUTE);
      await syncPayments(deps, 100);
      for (const { id: exception, detail } of await exceptionsOf(id)) {
        reported.push(detail);
        await deps.exceptions.resolve(exception, { resolution: "noted", note: null, actor: "Ada" });
      }
    }
    expect(reported).to.have.lengthOf(1);
    expect(reported[0]).to.match(
      /^the provider answered for the order at account acq_a+, .* with another amount$/,
    );
  });
});
