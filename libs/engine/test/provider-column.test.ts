import { addProviderSql, dropProviderSql } from "@flowlix/engine";
import { withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { tillSchema } from "../../ledger/test/support/till-schema.ts";

describe("The migration that has rows name their acquirer", () => {
  const database = withDatabase([tillSchema]);
  before(() => database().sql(dropProviderSql("till.sales")));

  /** As a process inserts that knows nothing of the column. */
  const insertAsBefore = (id: string) =>
    database().sql(
      `insert into till.sales (id, merchant_id, livemode, amount, currency, status)
       values ($1, 'mer_1', false, 1999, 'EUR', 'PENDING')`,
      [id],
    );
  const named = async () =>
    (await database().sql("select id, provider from till.sales order by id")).map(
      ({ id, provider }) => `${String(id)} ${String(provider)}`,
    );
  const storage = async () =>
    (await database().sql("select pg_relation_filenode('till.sales') as file"))[0]?.["file"];

  it("names sandbox in rows of before without writing them, and in those of the release before afterwards", async () => {
    await insertAsBefore("1");
    const before = await storage();
    await database().sql(addProviderSql("till.sales"));
    await insertAsBefore("2");
    expect(await named()).to.deep.equal(["1 sandbox", "2 sandbox"]);
    expect(await storage(), "the table is not rewritten").to.equal(before);
  });

  it("can be taken back, and run again", async () => {
    await database().sql(dropProviderSql("till.sales"));
    await insertAsBefore("3");
    await database().sql(addProviderSql("till.sales"));
    expect(await named()).to.deep.equal(["1 sandbox", "2 sandbox", "3 sandbox"]);
  });
});
