import { expect } from "chai";
import { query } from "@flowlix/persistence";
import { failureOf } from "../../persistence/test/support/failure-of.ts";
import { withTill } from "./support/till-under-test.ts";

describe("The journal of an owner", () => {
  const till = withTill();

  it("has one row for what moved, with the accounts it debits and credits", async () => {
    await till().sell({ id: "a", amount: 1_250 });
    expect(await till().rows()).to.deep.equal([
      {
        object_id: "a",
        kind: "capture",
        debit: "provider",
        credit: "merchant",
        amount: 1_250,
        currency: "EUR",
      },
    ]);
  });

  it("is never changed, nor deleted from, by its owner or by anybody else", async () => {
    await till().sell({ id: "a" });
    for (const change of [
      "update till.journal set amount = 1",
      "delete from till.journal",
      "truncate till.journal",
    ]) {
      const own = String(await failureOf(query(till().pools.hot, { text: change, values: [] })));
      expect(own, change).to.match(/permission denied|append-only/);
      expect(String(await failureOf(till().database.sql(change))), change).to.match(/append-only/);
    }
    expect(await till().rows()).to.have.length(1);
  });

  it("compares names byte by byte, as every id is, whatever the locale of the database", async () => {
    const others = await till().database.sql(
      `select c.relname || '.' || a.attname as name
         from pg_attribute as a join pg_class as c on c.oid = a.attrelid join pg_collation as l on l.oid = a.attcollation
        where c.relnamespace = 'till'::regnamespace and c.relkind = 'r' and c.relname like 'journal%'
          and (a.attname like '%\\_id' or a.attname in ('kind', 'subject')) and l.collname <> 'C'`,
    );
    expect(others).to.deep.equal([]);
  });

  it("books a charge after the end as held in suspense, once, and its return when an operator gave it back", async () => {
    await till().failed({ id: "a" });
    const exception = await till().chargedAfterEnd({ id: "a" });
    expect(await till().chargedAfterEnd({ id: "a" })).to.equal(exception);
    expect((await till().rows()).map(({ kind, debit, credit }) => [kind, debit, credit])).to.deep.equal([
      ["late_charge", "provider", "suspense"],
    ]);
    await till().anomalies.resolve(exception, { resolution: "reversed", note: null, actor: "ops" });
    // The provider reports the charge again, and another exception of it is opened: it moved no more money.
    await till().chargedAfterEnd({ id: "a" });
    expect((await till().rows()).map(({ kind, debit, credit }) => [kind, debit, credit])).to.deep.equal([
      ["late_charge", "provider", "suspense"],
      ["reversal", "suspense", "provider"],
    ]);
  });

  it("posts nothing for an exception without a known amount, nor for one that an operator only notes", async () => {
    await till().failed({ id: "a" });
    const noted = await till().chargedAfterEnd({ id: "a" });
    await till().anomalies.resolve(noted, { resolution: "noted", note: "settled by hand", actor: "ops" });
    await till().anomalies.record({
      kind: "unknown_reference",
      object_id: "b",
      merchant_id: null,
      livemode: null,
      amount: null,
      currency: null,
      detail: "none of ours",
    });
    expect((await till().rows()).map(({ kind }) => kind)).to.deep.equal(["late_charge"]);
  });
});
