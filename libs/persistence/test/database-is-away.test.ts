import { once } from "node:events";
import { createServer } from "node:net";
import { expect } from "chai";
import { Pool } from "pg";
import { startTcpProxy, withDatabase } from "@flowlix/testkit";
import { createPools, databaseIsAway, query, QueueFull } from "../src/index.ts";

describe("a database that is away", () => {
  const database = withDatabase([]);

  async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
    return work().then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  it("is told from a statement that is wrong", async () => {
    const direct = new URL(database().adminUrl);
    const proxy = await startTcpProxy(Number(direct.port));
    const through = new URL(direct);
    through.port = String(proxy.port);
    const pools = await createPools({ url: through.href, name: "test", hot: 1, read: 1, background: 1 });
    try {
      const ask = (text: string) => query(pools.read, { name: text, text, values: [] });
      expect(databaseIsAway(await failureOf(() => ask("select no_such_column")))).to.equal(false);
      proxy.cut();
      expect(databaseIsAway(await failureOf(() => ask("select 1")))).to.equal(true);
      expect(databaseIsAway(await failureOf(() => ask("select 2")))).to.equal(true);
      proxy.mend();
      expect(await failureOf(() => ask("select 3"))).to.equal(undefined);
    } finally {
      await pools.close();
      await proxy.close();
    }
  });

  it("includes one that takes connections and says nothing", async () => {
    const silent = createServer((socket) => socket.resume().on("error", () => undefined)).listen(
      0,
      "127.0.0.1",
    );
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const pool = new Pool({
      host: "127.0.0.1",
      port,
      user: "somebody",
      max: 1,
      connectionTimeoutMillis: 100,
    });
    try {
      const ask = () => failureOf(() => query(pool, { text: "select 1", values: [] }));
      const failures = await Promise.all([ask(), ask()]);
      expect(failures.map(databaseIsAway), failures.map(String).join()).to.deep.equal([true, true]);
    } finally {
      await pool.end();
      silent.close();
    }
  });

  it("includes a queue that is full, and no mistake of ours", () => {
    expect(databaseIsAway(new QueueFull("x"))).to.equal(true);
    expect(databaseIsAway(new TypeError("undefined is not a function"))).to.equal(false);
  });
});
