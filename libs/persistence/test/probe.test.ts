import { expect } from "chai";
import type { Pool } from "pg";
import { startTcpProxy, waitFor, withDatabase } from "@flowlix/testkit";
import { createPools, databaseChecks, type Pools } from "../src/index.ts";
import { failureOf } from "./support/failure-of.ts";

describe("readiness of a database", function () {
  this.timeout(30_000);
  const database = withDatabase([]);
  let pools: Pools;

  const open = async (url: string, name = "probed") => {
    pools = await createPools({ url, name, hot: 1, read: 1, background: 1 });
  };
  const verdicts = async () => {
    const checks = databaseChecks(pools);
    const settled = await Promise.allSettled(checks.map((one) => one.check()));
    return Object.fromEntries(checks.map(({ name }, at) => [name, settled[at]?.status]));
  };
  afterEach(() => pools.close());

  for (const kind of ["hot", "read", "background"] as const) {
    it(`is there while every connection of the pool "${kind}" is taken: that is load`, async () => {
      await open(database().adminUrl);
      const full: Pool = pools[kind];
      const taken = await full.connect();
      try {
        expect(await verdicts()).to.deep.equal({ postgres: "fulfilled", clock: "fulfilled" });
      } finally {
        taken.release();
      }
    });
  }

  it("takes one connection of a process, however many ask at once", async () => {
    // The server may still be about to end the connections of pools of before.
    await open(database().adminUrl, "crowded");
    await Promise.all(Array.from({ length: 20 }, verdicts));
    const rows = await database().sql(
      "select count(*)::int as n from pg_stat_activity where application_name = 'crowded:probe'",
    );
    expect(rows).to.deep.equal([{ n: 1 }]);
  });

  it("is gone when the database cannot be reached, and back by itself", async () => {
    const direct = new URL(database().adminUrl);
    const proxy = await startTcpProxy(Number(direct.port));
    const through = new URL(direct);
    through.port = String(proxy.port);
    await open(through.href);
    try {
      await pools.ping();
      proxy.cut();
      await failureOf(pools.ping());
      expect(await verdicts()).to.deep.equal({ postgres: "rejected", clock: "rejected" });
      proxy.mend();
      await waitFor("the database", async () => (await verdicts())["postgres"] === "fulfilled");
    } finally {
      await proxy.close();
    }
  });

  it("says that nothing is known of the clock while the database is gone", async () => {
    await open(database().adminUrl);
    expect(databaseChecks(pools).map(({ name, needs }) => [name, needs])).to.deep.equal([
      ["postgres", undefined],
      ["clock", "postgres"],
    ]);
  });
});
