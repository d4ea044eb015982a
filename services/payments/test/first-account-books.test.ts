import { verifyEnds } from "@flowlix/engine";
import { createJournal, disagreementsSql } from "@flowlix/ledger";
import { createPools, type Pools } from "@flowlix/persistence";
import { moveClock } from "@flowlix/testkit";
import { expect } from "chai";
import { reverseException } from "../src/exceptions/reverse-exception.ts";
import { paymentsJournal } from "../src/journal/journal-tables.ts";
import { withPayments } from "./support/payments-under-test.ts";
import { syncPayments } from "./support/sync-due.ts";
import { FIRST, MINUTE, notExecuted, SECOND, withAccounts } from "./support/two-accounts.ts";

const DAY = 86_400_000;
const OF_FIRST = { livemode: true, provider: "acme_a", provider_account: FIRST };
const OF_SECOND = { livemode: true, provider: "acme_b", provider_account: SECOND };

describe("the books of what the first account of a Payment executed after all", () => {
  const given = withPayments();
  let pools: Pools | undefined;
  after(() => pools?.close());

  async function journal() {
    const url = given().database.urlOf("payments");
    pools ??= await createPools({ url, name: "journal", hot: 1, read: 1, background: 1 });
    const { background, dataSource } = pools;
    return createJournal({ service: "payments", tables: paymentsJournal, background, dataSource });
  }

  /** The kinds of line that our books have of a Payment for the statement of an account. */
  async function linesOf(id: string, source: typeof OF_FIRST) {
    const nowMs = await given().deps.hosted.nowMs();
    const asked = { ...source, from_ms: nowMs - DAY, to_ms: nowMs + DAY, after: null, limit: 1_000 };
    const { lines } = await (await journal()).bookLines(asked);
    return lines.filter(({ reference }) => reference === id).map(({ kind }) => kind);
  }

  async function explained(id: string, source: typeof OF_FIRST) {
    const references = [{ reference: id, kind: "charge" as const }];
    const { lines } = await (await journal()).explainLines({ ...source, references });
    return lines[0];
  }

  /** Charged at the second account, where that one took it; else FAILED. The first one was not asked since. */
  async function switched(second: "succeeded" | "failed") {
    const under = await withAccounts(given());
    under.first.submits(notExecuted("unreachable"));
    if (second === "failed") under.second.submits(notExecuted("error"));
    await under.create();
    under.second.reads(second === "failed" ? { kind: "absent" } : { kind: "succeeded" });
    return under;
  }

  async function foundAtFirst(second: "succeeded" | "failed") {
    const under = await switched(second);
    under.first.reads({ kind: "succeeded" });
    await moveClock(given().database, MINUTE);
    await syncPayments(under.deps, 100);
    return under;
  }

  it("have each charge under the account that executed it, and what is given back as well", async () => {
    const { id, deps, exceptionsOf } = await foundAtFirst("succeeded");
    expect(await linesOf(id, OF_FIRST)).to.deep.equal(["charge"]);
    expect(await linesOf(id, OF_SECOND)).to.deep.equal(["charge"]);
    const [exception] = await exceptionsOf(id);
    await reverseException(deps, { anomaly_id: exception?.id ?? "", actor: "Ada" }, "req_test");
    expect(await linesOf(id, OF_FIRST)).to.deep.equal(["charge", "reversal"]);
    expect(await linesOf(id, OF_SECOND)).to.deep.equal(["charge"]);
    expect(await given().database.sql(disagreementsSql(paymentsJournal), [[id]])).to.deep.equal([]);
  });

  it("have it under the first account where the second one executed nothing either", async () => {
    const { id } = await foundAtFirst("failed");
    expect(await linesOf(id, OF_FIRST)).to.deep.equal(["charge"]);
    expect(await linesOf(id, OF_SECOND)).to.deep.equal([]);
  });

  it("have a late charge of the second order under the second account", async () => {
    const { id, first, second, deps } = await switched("failed");
    first.reads({ kind: "absent" });
    second.reads({ kind: "succeeded" });
    await moveClock(given().database, MINUTE);
    await syncPayments(deps, 100);
    expect(await linesOf(id, OF_FIRST)).to.deep.equal([]);
    expect(await linesOf(id, OF_SECOND)).to.deep.equal(["charge"]);
  });

  for (const second of ["succeeded", "failed"] as const)
    it(`explain each account's line by its own entry, where the second order ${second}`, async () => {
      const { id, asked } = await foundAtFirst(second);
      for (const source of [OF_FIRST, ...(second === "failed" ? [] : [OF_SECOND])]) {
        const line = await explained(id, source);
        expect(line).to.include({ known: true, ended: true, amount: asked.amount });
        expect(line?.booked_at_ms).to.be.a("number");
      }
      if (second === "failed") expect(await explained(id, OF_SECOND)).to.include({ booked_at_ms: null });
    });

  it("call a charge that only the first account's statement has no end of the Payment, which is read there", async () => {
    const { id, first, deps, exceptionsOf } = await switched("succeeded");
    first.reads({ kind: "absent" });
    await moveClock(given().database, MINUTE);
    await syncPayments(deps, 100);
    expect(await explained(id, OF_FIRST)).to.include({ known: true, ended: true, status: null });
    first.reads({ kind: "succeeded" });
    expect(await verifyEnds(deps, { ...OF_SECOND, ids: [id] }), "SUCCEEDED there").to.deep.equal({ due: 0 });
    expect(await verifyEnds(deps, { ...OF_FIRST, ids: [id] })).to.deep.equal({ due: 1 });
    await syncPayments(deps, 100);
    expect((await exceptionsOf(id)).map(({ kind }) => kind)).to.deep.equal(["charged_after_end"]);
    expect(await linesOf(id, OF_FIRST)).to.deep.equal(["charge"]);
    expect(await verifyEnds(deps, { ...OF_FIRST, ids: [id] }), "it is known by now").to.deep.equal({
      due: 0,
    });
  });

  for (const second of ["succeeded", "failed"] as const)
    it(`have it there, given back too, when lost entries are posted again, where the second order ${second}`, async () => {
      const { id, deps, exceptionsOf } = await foundAtFirst(second);
      const [exception] = await exceptionsOf(id);
      await deps.exceptions.resolve(exception?.id ?? "", {
        resolution: "reversed",
        note: null,
        actor: "Ada",
      });
      const before = { first: await linesOf(id, OF_FIRST), second: await linesOf(id, OF_SECOND) };
      expect(before.first).to.deep.equal(["charge", "reversal"]);
      // As if they had been lost: nobody but a superuser can.
      await given().database.sql(`
        set session_replication_role = replica;
        delete from payments.journal where object_id = '${id}' and kind in ('late_charge', 'reversal');
        reset session_replication_role`);
      expect(await linesOf(id, OF_FIRST)).to.deep.equal([]);
      await (await journal()).fillJournal({});
      expect(await linesOf(id, OF_FIRST)).to.deep.equal(before.first);
      expect(await linesOf(id, OF_SECOND)).to.deep.equal(before.second);
    });

  it("know nothing of it at any other account", async () => {
    const { id } = await foundAtFirst("succeeded");
    const another = { ...OF_FIRST, provider_account: `acq_${"z".repeat(24)}` };
    expect(await linesOf(id, another)).to.deep.equal([]);
    expect(await explained(id, another)).to.include({ known: false });
  });
});
