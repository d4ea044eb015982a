import { connect, packingOf, createPools, schemaDifferences } from "@flowlix/persistence";
import { makeHistory, testPostgresUrl, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICES } from "../../services/standalone/src/services.ts";

/** A file that says otherwise would have databases refused that are as they should be. */
describe("What schema.json says of each migration is what it makes", function () {
  this.timeout(120_000);

  for (const { name, schema } of SERVICES) {
    it(`of ${name}`, async () => {
      const made = await makeHistory(await testPostgresUrl(), schema);
      expect(made, "run make migration-checksums and commit it").to.deep.equal(schema.history?.());
    });
  }
});

describe("A new installation", () => {
  const database = withDatabase(SERVICES.map(({ schema }) => schema));

  it("is as its migrations make it, with what it begins with and whatever room an operator leaves in pages", async () => {
    await database().sql("alter table payments.payments set (fillfactor = 70)");
    const admin = await connect(database().adminUrl, "test");
    try {
      for (const { schema } of SERVICES) expect(await schemaDifferences(admin, schema)).to.deep.equal([]);
    } finally {
      await admin.end();
    }
  });

  for (const owner of ["idempotency", "notifier"])
    it(`packs what ${owner} keeps from the first on`, async () => {
      const url = database().urlOf(owner);
      const pools = await createPools({ url, name: "test", hot: 1, read: 1, background: 1 });
      try {
        expect((await packingOf(pools.read, owner))()).to.equal(true);
      } finally {
        await pools.close();
      }
    });
});
