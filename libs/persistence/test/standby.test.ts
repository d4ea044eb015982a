import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  connect,
  createPools,
  migrate,
  StandbyServerError,
  UnfitServerError,
  type PoolOptions,
} from "@flowlix/persistence";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { embeddedServers } from "./support/embedded-servers.ts";
import { failureOf } from "./support/failure-of.ts";
import { ledgerSchema } from "./support/ledger-schema.ts";

describe("A server that is a standby when a process starts", function () {
  this.timeout(60_000);
  let servers: ReturnType<typeof embeddedServers>;
  let url: string;
  beforeEach("start a primary and make it a standby", async () => {
    servers = embeddedServers();
    const primary = await servers.start();
    await primary.stop();
    await writeFile(join(servers.dataDir, "standby.signal"), "");
    ({ url } = await servers.start());
  });
  afterEach(() => servers.remove());

  const sql = async (text: string) => {
    const client = await connect(url, "test");
    try {
      await client.query(text);
    } finally {
      await client.end();
    }
  };
  const promote = () => sql("select pg_promote()");
  const pools = (more: Partial<PoolOptions> = {}) =>
    createPools({ url, name: "early", hot: 1, read: 1, background: 1, ...more });
  const migrating = (more: Partial<Parameters<typeof migrate>[0]> = {}) =>
    migrate({ adminUrl: url, rolePrefix: "s", passwords: { ledger: "l" }, specs: [ledgerSchema], ...more });

  it("is waited for by a service, which says so once and goes on when it is promoted", async () => {
    const lines: string[] = [];
    const opening = pools({ onWait: (line) => lines.push(line) });
    await waitFor("the line", async () => lines.length > 0);
    await promote();
    const opened = await opening;
    await opened.hot.query("create table written (id int)");
    await opened.close();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^the database takes no writes yet: the server is a standby/);
  });

  it("is waited for by migrations as long as by the server's start, and is no wrong setting", async () => {
    const error = await failureOf(migrating());
    expect(error).to.be.instanceOf(StandbyServerError);
    expect(error).not.to.be.instanceOf(UnfitServerError);
    const lines: string[] = [];
    const run = migrating({ serverWaitMs: 30_000, onWait: (line) => lines.push(line) });
    await waitFor("the line", async () => lines.length > 0);
    await promote();
    expect(await run).to.have.length(1);
  });

  it("is refused at once where something is wrong with it that does not pass", async () => {
    await promote();
    await sql("alter database postgres set synchronous_commit = off");
    await servers.stop();
    await writeFile(join(servers.dataDir, "standby.signal"), "");
    ({ url } = await servers.start());
    const error = await failureOf(pools({ onWait: () => undefined }));
    expect(error).to.be.instanceOf(UnfitServerError);
    expect(error.message).to.match(/standby.*; synchronous_commit is off/);
  });
});
