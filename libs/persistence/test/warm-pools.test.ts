import { createPools } from "@flowlix/persistence";
import { waitFor, withDatabase } from "@flowlix/testkit";
import { expect } from "chai";
import { ledgerSchema } from "./support/ledger-schema.ts";

describe("The pools of a process that serves", function () {
  this.timeout(30_000);
  const database = withDatabase([ledgerSchema]);
  const HOT = { name: "hot_one", text: "select id from ledger.balance where id = $1" };
  const READ = { name: "read_one", text: "select count(*) as value from ledger.balance where id = $1" };
  const sizes = { hot: 3, read: 2, background: 2 };

  const open = (warm = { hot: [HOT], read: [READ] }) =>
    createPools({ url: database().urlOf("ledger"), name: "warm", ...sizes, warm });

  const connections = async (kind: string) => {
    const [row] = await database().sql(
      `select count(*)::int as value from pg_stat_activity where application_name = 'warm:${kind}'`,
    );
    return row?.["value"];
  };

  it("are open when they are given to anybody, each connection with its statements prepared", async () => {
    const pools = await open();
    try {
      expect([
        await connections("hot"),
        await connections("read"),
        await connections("background"),
      ]).to.deep.equal([3, 2, 1]);
      for (const [pool, size, name] of [
        [pools.hot, 3, HOT.name],
        [pools.read, 2, READ.name],
      ] as const) {
        const clients = await Promise.all(Array.from({ length: size }, () => pool.connect()));
        for (const client of clients) {
          const { rows } = await client.query("select name from pg_prepared_statements");
          expect(rows).to.deep.equal([{ name }]);
          client.release();
        }
      }
      expect((await pools.hot.query({ ...HOT, values: ["none"] })).rows).to.deep.equal([]);
    } finally {
      await pools.close();
    }
  });

  it("prepare them on a connection that replaces a broken one too", async () => {
    const pools = await open();
    try {
      await database().sql(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'warm:hot'",
      );
      const prepared = () =>
        pools.hot.query("select name from pg_prepared_statements").then(({ rows }) => rows);
      expect(await waitFor("a new connection", () => prepared().catch(() => undefined))).to.deep.equal([
        { name: HOT.name },
      ]);
    } finally {
      await pools.close();
    }
  });

  it("leave a statement that cannot be prepared to its first user", async () => {
    const pools = await open({
      hot: [{ name: "wrong", text: "select nothing from nowhere" }, HOT],
      read: [],
    });
    try {
      const { rows } = await pools.hot.query("select name from pg_prepared_statements");
      expect(rows).to.deep.equal([{ name: HOT.name }]);
    } finally {
      await pools.close();
    }
  });
});
