import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createTestDatabase, guardedFolder, startFakeNats, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import type { RuntimeState } from "../src/runtime-file.ts";
import { FREE_PORTS, launch, type Main } from "./support/launched.ts";

interface Refusal {
  readonly title: string;
  readonly main?: Main;
  readonly env: Readonly<Record<string, string>>;
  readonly says: RegExp;
  readonly code: number;
}

const REFUSALS: readonly Refusal[] = [
  { title: "a port that is no number", env: { PORT: "abc" }, says: /^PORT: must be an integer/, code: 78 },
  {
    title: "a public URL without a scheme",
    env: { PUBLIC_URL: "pay.example" },
    says: /^PUBLIC_URL: must be an http/,
    code: 78,
  },
  {
    title: "a database of another kind",
    env: { DATABASE_URL: "mysql://h/d" },
    says: /^DATABASE_URL: must be a URL/,
    code: 78,
  },
  { title: "a bus of another kind", env: { NATS_URL: "amqp://h" }, says: /^NATS_URL: must match/, code: 78 },
  {
    title: "an address that is not this machine's",
    env: { HOST: "192.0.2.1" },
    says: /^HOST: 192\.0\.2\.1 is no address of this machine$/,
    code: 78,
  },
  {
    title: "the name of a host that does not exist",
    env: { HOST: "no-such-host.invalid" },
    says: /^HOST: no-such-host\.invalid is no address of this machine$/,
    code: 78,
  },
  {
    title: "another machine's address for each of its processes",
    main: "distributed",
    env: { HOST: "192.0.2.1" },
    says: /^HOST: 192\.0\.2\.1 is no address of this machine$/,
    code: 78,
  },
  { title: "an unknown log level", env: { LOG_LEVEL: "loud" }, says: /^LOG_LEVEL: must be one of/, code: 78 },
  {
    title: "a wrong setting of a service",
    env: { KEY_QUOTA: "many" },
    says: /^KEY_QUOTA: must be an integer/,
    code: 78,
  },
  {
    title: "a database that does not answer",
    env: { DATABASE_URL: "postgres://u:p@127.0.0.1:1/d" },
    says: /^DATABASE_URL: the database at [^ ]+ cannot be used: .*ECONNREFUSED/,
    code: 1,
  },
  {
    title: "replicas of an unknown service",
    main: "distributed",
    env: { REPLICAS: "notifyer=2" },
    says: /^REPLICAS: there is no service "notifyer"/,
    code: 78,
  },
  {
    title: "two acquirers for one port",
    main: "distributed",
    env: { REPLICAS: "sandbox-acquirer=2" },
    says: /^REPLICAS: sandbox-acquirer owns its port/,
    code: 78,
  },
];

describe("a start that cannot go on", function () {
  this.timeout(60_000);
  let folder: GuardedFolder;
  const dir = (name: string) => join(folder.path, name);
  before(() => {
    folder = guardedFolder("refusals");
  });
  after(() => folder.remove());

  async function refused(main: Main, dataDir: string, env: Readonly<Record<string, string>>) {
    const launched = launch(main, dataDir, { ...env });
    const started = launched.printed("Stop with Ctrl-C.").then(
      () => launched.kill("SIGTERM"),
      () => undefined,
    );
    const code = await launched.ended;
    await started;
    return { code, lines: launched.errors().trim().split("\n") };
  }

  for (const [index, { title, main = "standalone", env, says, code }] of REFUSALS.entries()) {
    it(`says in one line that it was given ${title}`, async () => {
      const dataDir = dir(`refusal-${index}`);
      const answer = await refused(main, dataDir, env);
      expect(answer.lines).to.have.length(1);
      expect(answer.lines[0]).to.match(says);
      expect(answer.code).to.equal(code);
      // Postgres removes this file as the last thing it does.
      expect(existsSync(join(dataDir, "postgres-18", "postmaster.pid"))).to.equal(false);
      expect(existsSync(join(dataDir, "runtime.json"))).to.equal(false);
    });
  }

  it("says in one line that its bus takes smaller messages than may be sent, before anything is made", async () => {
    const bus = await startFakeNats({ maxPayload: 1_048_576 });
    const { code, lines } = await refused("standalone", dir("small-bus"), { NATS_URL: bus.url });
    await bus.stop();
    expect(lines).to.deep.equal([
      `NATS_URL: 127.0.0.1:${new URL(bus.url).port}: the bus takes messages of 1048576 bytes, and 4194304 are needed: set max_payload: 4MB in its configuration`,
    ]);
    expect(code).to.equal(78);
    expect(existsSync(dir("small-bus"))).to.equal(false);
  });

  it("names every server of a bus that does not answer", async () => {
    const env = { NATS_URL: "nats://127.0.0.1:1,nats://127.0.0.1:2" };
    const { code, lines } = await refused("standalone", dir("no-bus"), env);
    expect(lines.map((line) => line.slice(0, 48))).to.deep.equal([
      "NATS_URL: nothing answers at 127.0.0.1:1 (connec",
      "NATS_URL: nothing answers at 127.0.0.1:2 (connec",
    ]);
    expect(code).to.equal(1);
  });

  it("says in one line what its database must not be, with 78", async () => {
    const database = await createTestDatabase([]);
    await database.sql(`alter database ${database.name} set synchronous_commit = off`);
    const { code, lines } = await refused("standalone", dir("unfit"), { DATABASE_URL: database.adminUrl });
    await database.drop();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^database: synchronous_commit is off, .* set synchronous_commit = on$/);
    expect(code).to.equal(78);
  });

  it("names every wrong setting at once", async () => {
    const { lines } = await refused("standalone", dir("many"), {
      PORT: "x",
      LOG_LEVEL: "y",
      PUBLIC_URL: "z",
    });
    expect(lines.map((line) => line.split(":")[0])).to.have.members(["PORT", "LOG_LEVEL", "PUBLIC_URL"]);
  });

  for (const name of ["PORT", "ADMIN_PORT", "CONTROL_PORT", "ACQUIRER_PORT"]) {
    it(`says that the named ${name} is in use`, async () => {
      const taken = createServer().listen(0, "127.0.0.1");
      await once(taken, "listening");
      const address = taken.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const { code, lines } = await refused("standalone", dir(name), { [name]: String(port) });
      taken.close();
      expect(lines).to.deep.equal([`${name}: port ${port} of 127.0.0.1 is in use: name another`]);
      expect(code).to.equal(1);
    });
  }

  it("names a wrong setting of a service beside the launcher's own, and makes no folder", async () => {
    const settings = { PORT: "x", REQUEST_DEADLINE: "soon", KEY_QUOTA: "-1" };
    const { code, lines } = await refused("standalone", dir("unmade"), settings);
    expect(lines.map((line) => line.split(":")[0])).to.have.members([
      "PORT",
      "REQUEST_DEADLINE",
      "KEY_QUOTA",
    ]);
    expect(code).to.equal(78);
    expect(existsSync(dir("unmade"))).to.equal(false);
  });

  it("says that nothing answers at NATS_URL", async () => {
    const settings = { NATS_URL: "nats://127.0.0.1:1" };
    const { code, lines } = await refused("standalone", dir("no-bus"), settings);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^NATS_URL: nothing answers at 127\.0\.0\.1:1 /);
    expect(code).to.equal(1);
  });

  it("says that the data directory is a file", async () => {
    writeFileSync(dir("file"), "");
    const { code, lines } = await refused("standalone", dir("file"), {});
    expect(lines).to.deep.equal([`DATA_DIR: ${dir("file")} cannot be read and written (EEXIST)`]);
    expect(code).to.equal(78);
  });

  it("says that the data directory cannot be made, also where the system answers that it is not there", async () => {
    const nowhere = process.platform === "linux" ? "/proc/nope" : "/dev/null/nope";
    const { code, lines } = await refused("standalone", nowhere, {});
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^DATA_DIR: .* cannot be read and written \(ENO[A-Z]+\)$/);
    expect(code).to.equal(78);
  });

  it("says that the secrets are damaged, and leaves them as they are", async () => {
    mkdirSync(dir("damaged"));
    const path = join(dir("damaged"), "secrets.json");
    writeFileSync(path, '{"card_keys": "k1:');
    const { code, lines } = await refused("standalone", dir("damaged"), {});
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/secrets\.json is damaged/);
    expect(lines[0]).not.to.contain("k1:");
    expect(code).to.equal(1);
    expect(readFileSync(path, "utf8")).to.equal('{"card_keys": "k1:');
  });

  it("refuses a database that is newer than itself", async () => {
    const database = await createTestDatabase([]);
    try {
      const env = { DATABASE_URL: database.adminUrl };
      const dataDir = dir("newer");
      const launched = launch("standalone", dataDir, { ...FREE_PORTS, ...env });
      await launched.printed("Stop with Ctrl-C.");
      const { processes }: RuntimeState = JSON.parse(readFileSync(join(dataDir, "runtime.json"), "utf8"));
      expect(
        processes.filter(({ service }) => service === "postgres"),
        "no server of our own",
      ).to.deep.equal([]);
      launched.kill("SIGTERM");
      await launched.ended;
      await database.sql(
        "insert into payments.migrations (timestamp, name) values (9999999999999, 'OfTomorrow9999999999999')",
      );
      const { code, lines } = await refused("standalone", dataDir, env);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(/the database is newer than this code: payments has OfTomorrow/);
      expect(code).to.equal(1);
    } finally {
      await database.drop();
    }
  });

  it("leaves nothing behind when it is stopped half-way", async () => {
    const launched = launch("standalone", dir("interrupted"), {
      PORT: "0",
      ADMIN_PORT: "0",
      CONTROL_PORT: "0",
    });
    await launched.printed("The database was migrated.");
    launched.kill("SIGTERM");
    expect(await launched.ended).to.equal(0);
    expect(existsSync(join(dir("interrupted"), "postgres-18", "postmaster.pid"))).to.equal(false);
    expect(existsSync(join(dir("interrupted"), "runtime.json"))).to.equal(false);
  });
});
