import { createListPool, createPools, databaseIsAway, type Pool, type Pools } from "@flowlix/persistence";
import { startTcpProxy, withDatabase, type TcpProxy } from "@flowlix/testkit";
import { expect } from "chai";
import { connect } from "../src/connect.ts";
import { failureOf } from "./support/failure-of.ts";

/** A message of the server: its type, its length and what it says. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body));
  bytes.write(type);
  bytes.writeInt32BE(bytes.length - 1, 1);
  bytes.write(body, 5);
  return bytes;
}

/** What a server sends that is stopped while it opens a connection: all of it may come at once. */
const OPENED_AND_ENDED = Buffer.concat([
  message("R", "\0\0\0\0"),
  message("Z", "I"),
  message("E", "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"),
]);

describe("A connection that the server ends as soon as it is open fails its statement, and no process ends:", () => {
  const database = withDatabase([]);
  let proxy: TcpProxy;
  let url: string;
  let pools: Pools;
  let lists: Pool;

  before(async () => {
    const direct = new URL(database().adminUrl);
    proxy = await startTcpProxy(Number(direct.port));
    direct.port = String(proxy.port);
    url = direct.href;
    pools = await createPools({ url, name: "test", hot: 1, read: 1, background: 1 });
    lists = createListPool({ url, name: "test", connections: 1 });
  });
  beforeEach(() => {
    proxy.cut();
    proxy.mend();
    proxy.answerNew(OPENED_AND_ENDED);
  });
  after(async () => {
    await lists.end();
    await pools.close();
    await proxy.close();
  });

  const SELECT = "select 1";
  const OPENERS: readonly [string, () => Promise<unknown>][] = [
    ["the pool for hot writes", () => pools.hot.query(SELECT)],
    ["the pool for reads", () => pools.read.query(SELECT)],
    ["the pool for loops", () => pools.background.query(SELECT)],
    ["the pool for lists", () => lists.query(SELECT)],
    ["TypeORM's pool", () => pools.dataSource.query(SELECT)],
    ["the probe", () => pools.ping()],
    ["commands", async () => (await connect(url, "test")).query(SELECT)],
  ];

  for (const [name, open] of OPENERS) {
    it(name, async () => {
      // The first ones may still find a connection of before, which was cut.
      for (let attempt = 1; attempt <= 4; attempt += 1)
        expect(databaseIsAway(await failureOf(open())), `attempt ${attempt}`).to.equal(true);
      proxy.mend();
      await open();
    });
  }
});
