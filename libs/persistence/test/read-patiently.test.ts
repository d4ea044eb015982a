import { createPools, query, readPatiently, type Pools } from "@flowlix/persistence";
import { startTcpProxy, waitFor, withDatabase, type TcpProxy } from "@flowlix/testkit";
import { expect } from "chai";
import { Client } from "pg";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

const LIMIT_MS = 60_000;

describe("A patient read", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema]);
  let pools: Pools;
  let proxy: TcpProxy;

  before(async () => {
    const direct = new URL(database().urlOf("ledger"));
    proxy = await startTcpProxy(Number(direct.port));
    direct.port = String(proxy.port);
    const url = direct.href;
    const sizes = { hot: 1, read: 1, background: 1 };
    pools = await createPools({ url, name: "patient", ...sizes, statementTimeoutsMs: { read: 200 } });
  });
  after(async () => {
    await pools.close();
    await proxy.close();
  });

  it("is answered once what it waits for is free, however often a bound of a statement has ended it", async () => {
    const holder = new Client({ connectionString: database().adminUrl });
    await holder.connect();
    await holder.query("begin; lock table ledger.balance in access exclusive mode");
    let tries = 0;
    const read = () => {
      tries += 1;
      const text = "select count(*) as value from ledger.balance";
      return query<{ value: number }>(pools.read, { name: "patient", text, values: [] });
    };
    const reading = readPatiently(read, { ping: pools.ping, limitMs: LIMIT_MS });
    await waitFor("some tries", () => tries > 3);
    await holder.query("rollback");
    await holder.end();
    expect(await reading).to.deep.equal([{ value: 0 }]);
  });

  it("fails at its limit, with why", async () => {
    const read = () => pools.read.query("select pg_sleep(10)");
    const error = await failureOf(readPatiently(read, { ping: pools.ping, limitMs: 0 }));
    expect(error).to.have.property("code", "57014");
  });

  it("does not repeat what no waiting can help", async () => {
    let tries = 0;
    const read = () => {
      tries += 1;
      // In time on a slow machine too: what a bound of a statement ends is repeated.
      return pools.hot.query("select 1 / 0");
    };
    await failureOf(readPatiently(read, { ping: pools.ping, limitMs: LIMIT_MS }));
    expect(tries).to.equal(1);
  });

  it("fails long before its limit where the database is there and says nothing", async () => {
    await pools.ping();
    proxy.loseAnswers();
    const never = Promise.withResolvers<never>().promise;
    await failureOf(readPatiently(() => never, { ping: pools.ping, limitMs: LIMIT_MS }));
    proxy.mend();
  });

  it("fails at once where the database refuses connections", async () => {
    proxy.cut();
    const read = () => pools.read.query("select 1");
    await failureOf(readPatiently(read, { ping: pools.ping, limitMs: LIMIT_MS }));
    proxy.mend();
  });
});
