import { createPools, query, sharedCommit, rowsInput, type Pools } from "@flowlix/persistence";
import { startTcpProxy, waitFor, withDatabase, type TcpProxy } from "@flowlix/testkit";
import { expect } from "chai";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

interface Deposit {
  readonly id: string;
  readonly amount: number;
  /** Which attempt wrote the row, so that a repetition recognises its own work. */
  readonly token: string;
}

const INPUT = rowsInput([
  ["id", "text"],
  ["amount", "bigint"],
  ["token", "text"],
]);

/** Answers for every input whether the row is its own, made now or by an earlier attempt whose answer was lost. */
const INSERT = `
  with input as (select * from ${INPUT.sql}),
  made as (
    insert into ledger.balance (id, amount, written_by) select id, amount, token from input order by id
    on conflict (id) do nothing returning id
  )
  select input.ord, (made.id is not null or existing.written_by = input.token) as own
    from input left join made using (id) left join ledger.balance existing using (id)
   order by input.ord`;

function deposits(pools: Pools) {
  return sharedCommit({
    name: "deposits",
    keyOf: (deposit: Deposit) => deposit.id,
    run: async (items) => {
      const values = INPUT.values(items.map((one) => [one.id, one.amount, one.token]));
      const rows = await query<{ own: boolean | null }>(pools.hot, {
        name: "deposits",
        text: INSERT,
        values,
      });
      return items.map((one, index) => ({ id: one.id, own: rows[index]?.own === true }));
    },
  });
}

describe("A shared commit on a database", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema]);
  let proxy: TcpProxy;
  let pools: Pools;

  beforeEach(async () => {
    const address = new URL(database().urlOf("ledger"));
    proxy = await startTcpProxy(Number(address.port));
    address.port = String(proxy.port);
    pools = await createPools({ url: address.href, name: "test", hot: 4, read: 1, background: 1 });
  });
  afterEach(async () => {
    await pools.close();
    await proxy.close();
    await database().sql("truncate ledger.balance");
  });

  const countRows = async () =>
    (await database().sql("select count(*)::int as n from ledger.balance"))[0]?.["n"];

  it("stores a thousand concurrent items, each once", async () => {
    const commit = deposits(pools);
    const items = Array.from({ length: 1_000 }, (_, index) => ({
      id: `d${index}`,
      amount: index,
      token: `t${index}`,
    }));
    const results = await Promise.all(items.map((one) => commit.add(one)));
    expect(results.every((result) => result.own)).to.equal(true);
    expect(results.map((result) => result.id)).to.deep.equal(items.map((one) => one.id));
    expect(await countRows()).to.equal(1_000);
  });

  it("lets only the item fail that breaks a constraint", async () => {
    const commit = deposits(pools);
    const add = (id: string, amount: number) => commit.add({ id, amount, token: id });
    const [good, bad, other] = await Promise.allSettled([add("a", 1), add("b", -1), add("c", 1)]);
    expect([good?.status, bad?.status, other?.status]).to.deep.equal(["fulfilled", "rejected", "fulfilled"]);
    expect(await countRows()).to.equal(2);
  });

  it("recognises its own work when the session is ended between the commit and its answer", async () => {
    const commit = deposits(pools);
    await commit.add({ id: "first", amount: 1, token: "t" });
    proxy.loseAnswers("deposits");
    const all = Promise.all(["a", "b", "c"].map((id) => commit.add({ id, amount: 1, token: `token ${id}` })));
    await waitFor("the commit", async () => (await countRows()) === 4);
    proxy.mend();
    await database().sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'test:hot' and datname = current_database()",
    );
    const results = await all;
    expect(results.every((result) => result.own)).to.equal(true);
    expect(await countRows()).to.equal(4);
  });

  it("does not take another's row for its own work", async () => {
    const commit = deposits(pools);
    await commit.add({ id: "a", amount: 1, token: "mine" });
    expect((await commit.add({ id: "a", amount: 1, token: "another's" })).own).to.equal(false);
  });

  it("fails every item, and is not stuck, while the database cannot be reached", async () => {
    const commit = deposits(pools);
    proxy.cut();
    await Promise.all(["a", "b"].map((id) => failureOf(commit.add({ id, amount: 1, token: id }))));
    proxy.mend();
    expect((await commit.add({ id: "c", amount: 1, token: "c" })).own).to.equal(true);
  });

  it("two writers with the same rows in other orders do not deadlock", async () => {
    const one = deposits(pools);
    const two = deposits(pools);
    const ids = Array.from({ length: 300 }, (_, index) => `d${index}`);
    const add = (commit: typeof one, token: string) => (id: string) => commit.add({ id, amount: 1, token });
    const results = await Promise.all([
      ...ids.map(add(one, "one")),
      ...ids.toReversed().map(add(two, "two")),
    ]);
    expect(results.filter((result) => result.own)).to.have.length(300);
  });
});
