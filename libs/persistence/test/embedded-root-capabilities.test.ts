import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connect } from "@flowlix/persistence";
import { skipBecause, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { embeddedServers, type Said } from "./support/embedded-servers.ts";

const NOBODY = 65_534;
/** Everything by which root may do what permissions forbid. */
const OVERRIDES = ["dac_override", "dac_read_search", "fowner"].map((name) => `-${name}`).join();
const WITHOUT = ["setpriv", `--bounding-set=${OVERRIDES}`, "--"];

async function sql({ url = "" }: Said, text: string): Promise<unknown[]> {
  const client = await connect(url, "test");
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe("The embedded Postgres, started by root who may not override permissions", function () {
  this.timeout(60_000);
  let servers: ReturnType<typeof embeddedServers>;
  before(function () {
    if (process.getuid?.() !== 0) skipBecause(this, "needs to run as root");
    const [program = "", ...args] = WITHOUT;
    const tried = spawnSync(program, [...args, "true"]);
    if (tried.error !== undefined) skipBecause(this, "needs setpriv");
    if (tried.status !== 0) skipBecause(this, "needs setpriv and the capability setpcap");
  });
  beforeEach(() => {
    servers = embeddedServers();
  });
  afterEach(() => servers.remove());

  const start = async (options: Parameters<typeof servers.parent>[0] = {}) => {
    const parent = servers.parent({ by: WITHOUT, ...options });
    return { parent, said: await parent.said };
  };
  const started = async (options: Parameters<typeof servers.parent>[0] = {}) => {
    const { parent, said } = await start(options);
    expect(said.failed).to.equal(undefined);
    return { parent, said };
  };
  const stopped = () => waitFor("the end of the server", () => !servers.isRunning());

  it("makes its data, which is nobody's, keeps it, and runs again", async () => {
    const first = await started();
    const { uid, mode } = await stat(servers.dataDir);
    expect([uid, mode & 0o777]).to.deep.equal([NOBODY, 0o700]);
    expect(await readdir(servers.folder), "nothing is left beside the data").to.have.members([
      "postgres-18",
      "postgres-18.socket",
    ]);
    expect(await readFile(join(servers.dataDir, "startup.log"), "utf8")).to.contain("logging collector");
    await sql(first.said, "create table kept as select 7 as id");
    await first.parent.finish();
    await stopped();
    const second = await started();
    expect(await sql(second.said, "select id from kept")).to.deep.equal([{ id: 7 }]);
  });

  it("is adopted when its parent was killed, and belongs to one parent alone", async () => {
    const first = await started();
    expect((await start()).said.failed).to.include("already running");
    await first.parent.kill();
    const second = await started();
    expect(second.said).to.include({ adopted: true, pid: first.said.pid });
    await second.parent.finish();
    await stopped();
  });

  it("runs on data that root made who may override them, and the other way round", async () => {
    const made = await servers.start();
    await made.stop();
    const { parent } = await started();
    await parent.finish();
    await stopped();
    expect(await servers.start()).to.include({ adopted: false });
  });

  it("starts although a file left by a crash names a process that is something else now", async () => {
    await (await servers.start()).stop();
    const file = join(servers.dataDir, "postmaster.pid");
    await writeFile(file, `${process.pid}\n${servers.dataDir}\n1700000000\n5432\n\n\n\nready\n`);
    await chown(file, NOBODY, NOBODY);
    expect((await started()).said).to.include({ adopted: false });
  });

  it("removes what a start that was killed left half made", async () => {
    const killed = servers.parent({ by: WITHOUT });
    await waitFor("initdb", async () =>
      (await readdir(servers.folder)).some((name) => name.includes(".new-")),
    );
    await killed.kill();
    await started();
    expect(await readdir(servers.folder)).to.have.members(["postgres-18", "postgres-18.socket"]);
  });

  it("says what the server said when it does not start, and where that is kept", async () => {
    await (await servers.start()).stop();
    await writeFile(join(servers.dataDir, "postgresql.auto.conf"), "no_such_setting = on\n");
    const { said } = await start();
    expect(said.failed).to.include(join(servers.dataDir, "startup.log"));
    expect(await readFile(join(servers.dataDir, "startup.log"), "utf8")).to.include("no_such_setting");
  });

  it("is refused in one line, before anything is made, below a folder that is closed to nobody", async () => {
    const closed = join(servers.folder, "closed");
    await mkdir(closed);
    await chmod(closed, 0o700);
    for (const dataDir of [join(closed, "postgres-18"), join(closed, "below", "postgres-18")]) {
      const { said } = await start({ dataDir, ownsParent: dataDir.includes("below") });
      expect(said.failed).to.match(/^[^\n]*$/);
      expect(said.failed).to.include(`${closed} is closed to other users`).and.include("DATA_DIR");
    }
    expect(await readdir(closed)).to.deep.equal([]);
    expect((await stat(closed)).mode & 0o777).to.equal(0o700);
  });

  it("passes through the folder of its own installation, which was closed to all but root", async () => {
    const own = join(servers.folder, "own");
    await mkdir(own);
    await chmod(own, 0o700);
    const { said } = await started({ dataDir: join(own, "postgres-18"), ownsParent: true });
    const { uid, gid, mode } = await stat(own);
    expect([uid, gid, (mode & 0o777).toString(8)]).to.deep.equal([0, NOBODY, "710"]);
    const status = await readFile(`/proc/${said.pid}/status`, "utf8");
    expect(/^CapEff:\s*(\w+)$/m.exec(status)?.[1], "capabilities of the server").to.match(/^0+$/);
  });
});
