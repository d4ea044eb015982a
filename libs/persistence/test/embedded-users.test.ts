import { chmod, chown, cp, mkdir, stat } from "node:fs/promises";
import { accessSync } from "node:fs";
import { dirname, join } from "node:path";
import { skipBecause } from "@flowlix/testkit";
import { expect } from "chai";
import { findBinaries } from "../src/embedded/binaries.ts";
import { hasCluster, initCluster } from "../src/embedded/init-cluster.ts";
import { chooseRunAs } from "../src/embedded/run-as.ts";
import { embeddedServers, PASSWORD } from "./support/embedded-servers.ts";

const NOBODY = 65_534;
/** `daemon` on every system; initdb wants a user that has a name. */
const SOMEBODY = 1;

function hasSetpriv(): boolean {
  try {
    accessSync("/usr/bin/setpriv");
    return true;
  } catch {
    return false;
  }
}

describe("The embedded Postgres, started by root", function () {
  this.timeout(60_000);
  let servers: ReturnType<typeof embeddedServers>;
  before(function () {
    if (process.getuid?.() !== 0) skipBecause(this, "needs to run as root");
  });
  beforeEach(() => {
    servers = embeddedServers();
  });
  afterEach(() => servers.remove());

  it("runs as nobody, who owns its data", async () => {
    await servers.start();
    expect((await stat(servers.dataDir)).uid).to.equal(NOBODY);
  });

  it("runs as the owner of data that is there already", async () => {
    await chown(servers.folder, SOMEBODY, SOMEBODY);
    const parent = servers.parent({ uid: SOMEBODY });
    expect((await parent.said).failed).to.equal(undefined);
    await parent.kill();
    const adopted = await servers.start();
    expect(adopted.adopted).to.equal(true);
    await adopted.stop();
    const server = await servers.start();
    expect((await stat(`/proc/${server.pid}`)).uid).to.equal(SOMEBODY);
  });

  it("runs below a folder that is closed to others, as /root is", async function () {
    if (!hasSetpriv()) skipBecause(this, "needs setpriv");
    const closed = join(servers.folder, "closed");
    await mkdir(closed, { mode: 0o700 });
    await chmod(closed, 0o700);
    const dataDir = join(closed, "postgres-18");
    const server = await servers.start({ dataDir });
    expect((await stat(`/proc/${server.pid}`)).uid).to.equal(NOBODY);
    await server.stop();
    const again = await servers.start({ dataDir });
    await again.stop();
  });
});

describe("The programs of the embedded Postgres", function () {
  this.timeout(60_000);
  let servers: ReturnType<typeof embeddedServers>;
  before(function () {
    if (process.getuid?.() !== 0) skipBecause(this, "needs to run as root");
    if (!hasSetpriv()) skipBecause(this, "needs setpriv");
  });
  beforeEach(() => {
    servers = embeddedServers();
  });
  afterEach(() => servers.remove());

  it("may themselves be below a folder that is closed to others", async () => {
    const { postgres, major } = await findBinaries();
    const closed = join(servers.folder, "closed");
    await mkdir(closed, { mode: 0o700 });
    await cp(join(dirname(postgres), ".."), join(closed, "native"), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const binaries = {
      initdb: join(closed, "native/bin/initdb"),
      postgres: join(closed, "native/bin/postgres"),
      major,
    };
    const runAs = await chooseRunAs({ dataDir: servers.dataDir, binary: binaries.postgres });
    await initCluster(servers.dataDir, binaries, runAs, PASSWORD);
    expect(await hasCluster(runAs.files(servers.dataDir), major)).to.equal(true);
    expect((await stat(servers.dataDir)).uid).to.equal(NOBODY);
  });
});

describe("The embedded Postgres, started by a normal user", function () {
  this.timeout(60_000);
  let servers: ReturnType<typeof embeddedServers>;
  beforeEach(() => {
    servers = embeddedServers();
  });
  afterEach(() => servers.remove());

  it("runs as that user", async () => {
    const uid = process.getuid?.() === 0 ? SOMEBODY : process.getuid?.();
    if (uid === SOMEBODY) await chown(servers.folder, SOMEBODY, SOMEBODY);
    const parent = servers.parent(uid === SOMEBODY ? { uid } : {});
    expect((await parent.said).failed).to.equal(undefined);
    expect((await stat(servers.dataDir)).uid).to.equal(uid);
    await parent.kill();
  });
});
