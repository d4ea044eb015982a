import { appendAudit, createPools, listAudit, sqlState, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

describe("The audit table of a schema", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema]);
  let pools: Pools;

  before(async () => {
    pools = await createPools({
      url: database().urlOf("ledger"),
      name: "test",
      hot: 1,
      read: 1,
      background: 1,
    });
  });
  after(() => pools.close());

  it("keeps who did what to what, and lists the latest first", async () => {
    await appendAudit(pools.dataSource.manager, "ledger", {
      actor: "ada",
      act: "note",
      subject: "ano_1",
      detail: { note: "seen" },
    });
    await appendAudit(pools.read, "ledger", { actor: "bob", act: "reverse", subject: "ano_2" });
    const entries = await listAudit(pools.dataSource, ledgerSchema, 10);
    expect(
      entries.map(({ at, id, ...rest }) => ({ ...rest, at: at > 1_700_000_000, id: Number(id) > 0 })),
    ).to.deep.equal([
      { service: "ledger", actor: "bob", act: "reverse", subject: "ano_2", detail: {}, at: true, id: true },
      {
        service: "ledger",
        actor: "ada",
        act: "note",
        subject: "ano_1",
        detail: { note: "seen" },
        at: true,
        id: true,
      },
    ]);
    expect(await listAudit(pools.dataSource, ledgerSchema, 1)).to.have.length(1);
  });

  it("has no row of an act whose transaction was rolled back", async () => {
    const transaction = pools.dataSource.transaction(async (manager) => {
      await appendAudit(manager, "ledger", { actor: "eve", act: "reverse", subject: "ano_3" });
      throw new Error("the act failed");
    });
    expect((await failureOf(transaction)).message).to.equal("the act failed");
    expect((await listAudit(pools.dataSource, ledgerSchema, 10)).map((entry) => entry.actor)).not.to.include(
      "eve",
    );
  });

  for (const statement of [
    "update ledger.audit set actor = 'x'",
    "delete from ledger.audit",
    "truncate ledger.audit",
  ]) {
    it(`refuses "${statement}" even to the owner of the database`, async () => {
      await appendAudit(pools.dataSource, "ledger", { actor: "ada", act: "note", subject: "ano_4" });
      const error = await failureOf(database().sql(statement));
      expect(sqlState(error)).to.equal("42501");
      expect(error.message).to.include("append-only");
    });
  }
});
