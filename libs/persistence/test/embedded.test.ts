import { readdir, realpath, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { connect } from "@flowlix/persistence";
import { EmbeddedPostgresError } from "@flowlix/persistence/embedded";
import { waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { embeddedServers } from "./support/embedded-servers.ts";
import { failureOf } from "./support/failure-of.ts";

async function sql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url, "test");
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const faultOf = async (promise: Promise<unknown>) => {
  const error = await failureOf(promise);
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  expect(error.message).not.to.include("\n");
  return error.fault;
};

describe("The embedded Postgres", function () {
  this.timeout(60_000);
  let servers: ReturnType<typeof embeddedServers>;
  beforeEach(() => {
    servers = embeddedServers();
  });
  afterEach(() => servers.remove());

  it("is a real server with UTF-8 and the locale of every form of ours", async () => {
    const { url, adopted } = await servers.start();
    const [row] = await sql(
      url,
      "select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale from pg_database where datname = 'postgres'",
    );
    expect(row).to.deep.equal({ encoding: "UTF8", provider: "b", locale: "PG_UNICODE_FAST" });
    expect(adopted).to.equal(false);
    expect(await readdir(servers.folder), "nothing is left beside the data").to.have.members([
      "postgres-18",
      "postgres-18.socket",
    ]);
  });

  it("listens on the loopback address and a Unix socket beside its data, for those who know the password", async () => {
    const { url, socketUrl } = await servers.start();
    const rows = await sql(
      url,
      "select string_agg(setting, '|' order by name) as value from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'fsync')",
    );
    const socketFolder = join(await realpath(servers.folder), "postgres-18.socket");
    expect(rows).to.deep.equal([{ value: `on|127.0.0.1|${socketFolder}` }]);
    const came = "select client_addr is null as by_socket from pg_stat_activity where pid = pg_backend_pid()";
    expect(await sql(socketUrl, came)).to.deep.equal([{ by_socket: true }]);
    expect(await sql(url, came)).to.deep.equal([{ by_socket: false }]);
    expect(await sql(url, "select distinct auth_method as method from pg_hba_file_rules")).to.deep.equal([
      { method: "scram-sha-256" },
    ]);
    for (const address of [url, socketUrl]) {
      const wrongPassword = new URL(address);
      wrongPassword.password = "guess";
      await failureOf(sql(wrongPassword.href, "select 1"));
    }
  });

  it("keeps its data when it is stopped and started again", async () => {
    const first = await servers.start();
    await sql(first.url, "create table kept (id int)");
    await Promise.all([first.stop(), first.stop()]);
    expect(servers.isRunning()).to.equal(false);
    const second = await servers.start();
    expect(await sql(second.url, "select count(*) as n from kept")).to.deep.equal([{ n: 0 }]);
  });

  it("refuses a second start while it runs, in the same process and from another", async () => {
    const first = await servers.start();
    expect(await faultOf(servers.start())).to.equal("already_running");
    const parent = servers.parent();
    expect((await parent.said).failed).to.include("already running");
    await parent.finish();
    expect(await sql(first.url, "select 1 as one")).to.deep.equal([{ one: 1 }]);
  });

  it("belongs to exactly one of two that start it at once", async () => {
    const parents = [servers.parent(), servers.parent()];
    const said = await Promise.all(parents.map((parent) => parent.said));
    expect(said.filter((one) => one.failed === undefined)).to.have.length(1);
    expect(said.find((one) => one.failed !== undefined)?.failed).to.include("already running");
    const url = said.find((one) => one.url !== undefined)?.url ?? "";
    expect(await sql(url, "select 1 as one")).to.deep.equal([{ one: 1 }]);
    await Promise.all(parents.map((parent) => parent.kill()));
  });

  it("is adopted when its parent was killed, and stopped like its own", async () => {
    const parent = servers.parent();
    const orphan = await parent.said;
    await sql(orphan.url ?? "", "create table kept (id int)");
    await parent.kill();
    const server = await servers.start();
    expect(server).to.include({ adopted: true, pid: orphan.pid, port: orphan.port });
    expect(
      await sql(
        server.socketUrl,
        "select client_addr as from from pg_stat_activity where pid = pg_backend_pid()",
      ),
    ).to.deep.equal([{ from: null }]);
    expect(await faultOf(servers.start()), "the new parent holds it").to.equal("already_running");
    await server.stop();
    expect(servers.isRunning()).to.equal(false);
  });

  it("is started anew on the named port when the one left behind has another", async () => {
    const parent = servers.parent();
    const orphan = await parent.said;
    await parent.kill();
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    holder.close();
    await once(holder, "close");
    const server = await servers.start({ port });
    expect(server).to.include({ adopted: false, port });
    expect(server.pid).not.to.equal(orphan.pid);
  });

  it("recovers when it was killed together with its parent", async () => {
    const parent = servers.parent();
    const { url = "", pid = 0 } = await parent.said;
    await sql(url, "create table kept as select 7 as id");
    process.kill(pid, "SIGKILL");
    await parent.kill();
    const server = await servers.start();
    expect(server.adopted).to.equal(false);
    expect(await sql(server.url, "select id from kept")).to.deep.equal([{ id: 7 }]);
  });

  it("starts although files left by a crash name a process that is something else now", async () => {
    const first = await servers.start();
    await first.stop();
    const left = `${process.pid}\n${servers.dataDir}\n1700000000\n${first.port}\n\n\n\nready\n`;
    await writeFile(join(servers.dataDir, "postmaster.pid"), left);
    await writeFile(join(`${servers.dataDir}.socket`, `.s.PGSQL.${first.port}.lock`), left);
    const server = await servers.start({ port: first.port });
    expect(server.adopted).to.equal(false);
  });

  it("leaves nothing half made when the first start is killed in the middle", async () => {
    const parent = servers.parent();
    await waitFor("initdb", async () =>
      (await readdir(servers.folder)).some((name) => name.includes(".new-")),
    );
    await parent.kill();
    expect(await readdir(servers.folder)).not.to.include("postgres-18");
    const server = await servers.start();
    expect(await sql(server.url, "select 1 as one")).to.deep.equal([{ one: 1 }]);
    expect(await readdir(servers.folder)).to.have.members(["postgres-18", "postgres-18.socket"]);
  });

  it("has no socket where its path would be too long for one", async () => {
    const dataDir = join(servers.folder, "x".repeat(90), "postgres-18");
    const { url, socketUrl } = await servers.start({ dataDir });
    expect(socketUrl).to.equal(url);
    expect(await readdir(join(dataDir, ".."))).to.deep.equal(["postgres-18"]);
  });

  it("names the port that is in use", async () => {
    const holder = createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const address = holder.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const error = await failureOf(servers.start({ port }));
    holder.close();
    expect(error).to.include({ fault: "port_in_use" });
    expect(error.message).to.include(String(port));
  });

  it("says so when the data has another password, and lets the server be", async () => {
    const server = await servers.start();
    expect(await faultOf(servers.start({ superuserPassword: "another" }))).to.equal("wrong_password");
    expect(await sql(server.url, "select 1 as one")).to.deep.equal([{ one: 1 }]);
    await server.stop();
    expect(await faultOf(servers.start({ superuserPassword: "another" }))).to.equal("wrong_password");
    expect(servers.isRunning()).to.equal(false);
  });

  it("does not outlive a parent that ends without stopping it", async () => {
    const parent = servers.parent();
    await parent.said;
    await parent.finish();
    await waitFor("the end of the server", () => !servers.isRunning());
  });

  it("still belongs to its parent after all its sessions were ended by a crash of one", async () => {
    const server = await servers.start();
    const ended = await sql(
      server.url,
      "select pid, pg_terminate_backend(pid) from pg_stat_activity where application_name = 'embedded-parent'",
    );
    expect(ended).to.have.length(1);
    await waitFor("the parent's session", async () => {
      const locks = await sql(server.url, "select pid from pg_locks where locktype = 'advisory' and granted");
      // The one that was ended may not have let go yet.
      return locks.length === 1 && locks[0]?.["pid"] !== ended[0]?.["pid"];
    });
    expect(await faultOf(servers.start())).to.equal("already_running");
  });

  it("tells its parent when it ends by itself", async () => {
    const exited = Promise.withResolvers<string>();
    const server = await servers.start({ onUnexpectedExit: exited.resolve });
    process.kill(server.pid, "SIGINT");
    expect(await exited.promise).to.include("Postgres ended");
    await server.stop();
  });
});
