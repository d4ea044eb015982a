import { expect } from "chai";
import { startTcpProxy, waitFor, withDatabase } from "@flowlix/testkit";
import { createPools, databaseIsAway, type PoolOptions } from "../src/index.ts";
import { failureOf } from "./support/failure-of.ts";

describe("A service that starts while its database is away", function () {
  this.timeout(30_000);
  const database = withDatabase([]);
  const options = (url: string): PoolOptions => ({ url, name: "early", hot: 1, read: 1, background: 1 });

  it("waits for it, tells once why, and goes on by itself", async () => {
    const direct = new URL(database().adminUrl);
    const proxy = await startTcpProxy(Number(direct.port));
    const through = new URL(direct);
    through.port = String(proxy.port);
    proxy.cut();
    const lines: string[] = [];
    const opening = createPools({ ...options(through.href), onWait: (line) => lines.push(line) });
    try {
      await waitFor("the first line", async () => lines.length > 0);
      proxy.mend();
      const pools = await opening;
      await pools.ping();
      await pools.close();
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(/^the database cannot be reached yet: /);
    } finally {
      await proxy.close();
    }
  });

  it("ends at once where the database is there and refuses it", async () => {
    const wrong = new URL(database().adminUrl);
    wrong.password = "another";
    const lines: string[] = [];
    const failure = await failureOf(
      createPools({ ...options(wrong.href), onWait: (line) => lines.push(line) }),
    );
    expect(failure.message).to.match(/password authentication failed/);
    expect(lines).to.deep.equal([]);
  });

  it("is not kept waiting where nobody is to be told of it", async () => {
    const failure = await failureOf(createPools(options("postgres://nobody@127.0.0.1:1/none")));
    expect(databaseIsAway(failure)).to.equal(true);
  });

  it("takes a name whose every address refuses for one that is away", () => {
    const refused = Object.assign(new Error("connect ECONNREFUSED ::1:1"), { syscall: "connect" });
    expect(databaseIsAway(new AggregateError([refused, refused]))).to.equal(true);
    expect(databaseIsAway(new AggregateError([new Error("no such column")]))).to.equal(false);
  });
});
