import { expect } from "chai";
import { createPools, transact, type Pools } from "@flowlix/persistence";
import { withDatabase } from "@flowlix/testkit";
import { failureOf } from "./support/failure-of.ts";

describe("A transaction of an operator's act", () => {
  const database = withDatabase([]);
  let pools: Pools;

  before(async () => {
    await database().sql("create table act (id integer primary key)");
    pools = await createPools({ url: database().adminUrl, name: "test", hot: 1, read: 1, background: 1 });
  });
  after(() => pools?.close());

  const endConnections = () =>
    database().sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test:typeorm' and datname = current_database()",
    );

  it("is done once on a new connection where all of its pool were ended", async () => {
    await Promise.all([1, 2].map(() => pools.dataSource.query("select pg_sleep(0.05)")));
    await endConnections();
    await transact(pools.dataSource, (manager) => manager.query("insert into act values (1)"));
    expect(await database().sql("select id from act")).to.deep.equal([{ id: 1 }]);
  });

  it("is done once where its connection ends in the middle", async () => {
    let runs = 0;
    await transact(pools.dataSource, async (manager) => {
      runs += 1;
      await manager.query("insert into act values (2)");
      if (runs === 1) await endConnections();
      await manager.query("select 1");
    });
    expect(runs).to.equal(2);
    expect(await database().sql("select id from act where id = 2")).to.have.length(1);
  });

  it("is not repeated for a mistake of its own", async () => {
    let runs = 0;
    const failure = await failureOf(
      transact(pools.dataSource, async (manager) => {
        runs += 1;
        await manager.query("insert into act values (1)");
      }),
    );
    expect(failure).to.be.an("error");
    expect(runs).to.equal(1);
  });
});
