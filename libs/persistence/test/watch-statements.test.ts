import { readOpenObjects } from "@flowlix/engine";
import { createPools, query, watchStatements, type Pools } from "@flowlix/persistence";
import { stopClock, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

describe("What is told of the statements of a pool", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema]);
  let pools: Pools;
  let classes: (string | undefined)[];

  before(async () => {
    pools = await createPools({
      url: database().urlOf("ledger"),
      name: "ledger",
      hot: 1,
      read: 1,
      background: 1,
    });
  });
  beforeEach(() => {
    classes = [];
    watchStatements(pools.hot, (seconds, errorClass) => {
      expect(seconds).to.be.at.least(0);
      classes.push(errorClass);
    });
  });
  after(() => pools.close());

  it("is each of them once, those that failed with the class of their SQLSTATE", async () => {
    await query(pools.hot, { name: "watched", text: "select 1", values: [] });
    await failureOf(query(pools.hot, { text: "select 1 / 0", values: [] }));
    await failureOf(query(pools.hot, { text: "select from nowhere", values: [] }));
    expect(classes).to.deep.equal([undefined, "22", "42"]);
  });

  it("is nothing of another pool's", async () => {
    await query(pools.read, { name: "watched", text: "select 1", values: [] });
    expect(classes).to.deep.equal([]);
  });
});

describe("What is told of objects that have not ended", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema]);
  let pools: Pools;

  before(async () => {
    await stopClock(database());
    await database().sql(`
      create table ledger.objects (status text not null, livemode boolean not null, created_at timestamptz not null, next_look_at timestamptz);
      create index objects_due on ledger.objects (next_look_at) where next_look_at is not null;
      grant select on ledger.objects to public;
      insert into ledger.objects
      select status, livemode, platform.clock() - age * interval '1 s', platform.clock() - due * interval '1 s'
        from (values ('PENDING', true, 100, 7), ('PENDING', true, 20, -5), ('PENDING', false, 5000, -9),
                     ('PROCESSING', true, 3000, -60), ('SUCCEEDED', true, 9000, null))
               as made (status, livemode, age, due)`);
    pools = await createPools({
      url: database().urlOf("ledger"),
      name: "ledger",
      hot: 1,
      read: 1,
      background: 1,
    });
  });
  after(() => pools.close());

  it("is how many are in each state and mode, how old the oldest is, and how late the status sync that is due for longest", async () => {
    const { states, overdueSeconds } = await readOpenObjects(pools.background, "ledger.objects");
    expect(
      states.map(({ status, livemode, open, oldestSeconds }) => [status, livemode, open, oldestSeconds]),
    ).to.have.deep.members([
      ["PENDING", true, 2, 100],
      ["PENDING", false, 1, 5000],
      ["PROCESSING", true, 1, 3000],
    ]);
    expect(overdueSeconds).to.equal(7);
  });

  it("is nothing where nothing is open", async () => {
    await database().sql("delete from ledger.objects");
    expect(await readOpenObjects(pools.background, "ledger.objects")).to.deep.equal({
      states: [],
      overdueSeconds: 0,
    });
  });
});
