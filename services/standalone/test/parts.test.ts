import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { guardedFolder, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { chooseAddresses, portsToKeep, urlOf } from "../src/addresses.ts";
import { readLaunchConfig } from "../src/config.ts";
import { openDataDir } from "../src/data-dir.ts";
import { externalDatabase } from "../src/database.ts";
import { parseReplicas } from "../src/distributed/replicas.ts";
import { settingsFor } from "../src/environment.ts";
import { keepPorts, readKeptPorts } from "../src/kept-ports.ts";
import { openPortRegister, type PortRegister } from "../src/port-register.ts";
import { createPortPicker } from "../src/ports.ts";
import { createBackOff } from "../src/processes/back-off.ts";
import { STANDALONE_NODE_FLAGS } from "../src/processes/node-flags.ts";
import { createRuntimeFile, processesLeftBehind } from "../src/runtime-file.ts";
import { loadSecrets } from "../src/secrets.ts";

const SERVICES = ["api-gateway", "payments", "sandbox-acquirer"];

describe("REPLICAS", () => {
  it("is one of each unless named", () => {
    expect([...parseReplicas(undefined, SERVICES)]).to.deep.equal([
      ["api-gateway", 1],
      ["payments", 1],
      ["sandbox-acquirer", 1],
    ]);
    expect(parseReplicas("api-gateway=2", SERVICES).get("api-gateway")).to.equal(2);
    expect(parseReplicas(" payments=3 ,", SERVICES).get("payments")).to.equal(3);
  });

  const wrong: readonly [setting: string, says: RegExp][] = [
    ["payments", /"payments" must read service=count/],
    ["payments=two", /must read service=count/],
    ["payments=0", /between 1 and 16/],
    ["payments=17", /between 1 and 16/],
    ["payments=2,payments=3", /named twice/],
    ["notifier=2", /there is no service "notifier"; there are api-gateway, payments, sandbox-acquirer/],
    ["sandbox-acquirer=2", /owns its port/],
  ];
  for (const [setting, says] of wrong) {
    it(`refuses ${setting}`, () => expect(() => parseReplicas(setting, SERVICES)).to.throw(says));
  }
});

describe("the pause before a process is started again", () => {
  it("doubles, is bounded, and is forgotten after stable running", () => {
    const backOff = createBackOff();
    expect([0, 0, 0, 0, 0, 0, 0, 0].map((ran) => backOff.next(ran))).to.deep.equal([
      250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000,
    ]);
    expect(backOff.next(30_000)).to.equal(250);
  });
});

/** A free port where defaults are, below those that are chosen at random. */
async function freeDefault(): Promise<number> {
  const server = createServer();
  for (;;) {
    server.listen(randomInt(5_000, 15_000), "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (isFree) break;
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("ports of an installation", () => {
  let taken: Server;
  let port: number;
  const pickerOf = (owner: string) => createPortPicker(openPortRegister(`${process.pid} ${owner}`));
  before(async () => {
    taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  after(() => taken.close());

  it("are others than the preferred ones where those are taken", async () => {
    const picked = await pickerOf("one").pick({ name: "PORT", host: "127.0.0.1", port, named: false });
    expect(picked).not.to.equal(port);
  });

  it("are refused when they are named and taken", async () => {
    const picker = pickerOf("one");
    const refused = await picker.pick({ name: "PORT", host: "127.0.0.1", port, named: true }).catch(String);
    expect(refused).to.contain(`PORT: port ${port} of 127.0.0.1 is in use: name another`);
  });

  it("are given out once each, named ones before all others", async () => {
    const config = readLaunchConfig({ PORT: "0", ADMIN_PORT: "0", CONTROL_PORT: "0" });
    const addresses = await chooseAddresses(config, pickerOf("one"), 4);
    const { port: own, controlPort, adminPorts, acquirerPort, acquirerAdminPort } = addresses;
    expect(new Set([own, controlPort, ...adminPorts, acquirerPort, acquirerAdminPort]).size).to.equal(8);
  });

  it("are entered where starts at the same time see them before anything listens", async () => {
    const folder = guardedFolder("ports");
    try {
      const starts = ["one", "other", "named"].map((owner) =>
        createPortPicker(openPortRegister(owner, folder.path)),
      );
      const first = (await starts[0]?.any("PORT", "127.0.0.1")) ?? 0;
      const beside = { name: "ADMIN_PORT + 1", host: "127.0.0.1", port: first, named: false };
      expect(await starts[1]?.pick(beside)).not.to.equal(first);
      expect(await starts[2]?.pick({ ...beside, named: true }), "the operator's word").to.equal(first);
    } finally {
      await folder.remove();
    }
  });

  it("of the defaults are another's only until everything listens, however long that takes", async () => {
    const folder = guardedFolder("ports");
    try {
      const [first, second, third] = ["one", "other", "third"].map((owner) =>
        openPortRegister(owner, folder.path),
      );
      const free = await freeDefault();
      const preferred = { name: "PORT", host: "127.0.0.1", port: free, named: false };
      const pick = (register = first) => register && createPortPicker(register).pick(preferred);
      expect(await pick(first)).to.equal(free);
      expect(await pick(second), "while the first one starts").not.to.equal(free);
      expect(await pick(first), "its own, started again").to.equal(free);
      expect(second && (await createPortPicker(second).again("127.0.0.1", free)), "kept by both").to.equal(
        undefined,
      );
      first?.started();
      expect(await pick(third), "after it").to.equal(free);
    } finally {
      await folder.remove();
    }
  });

  it("are chosen where no register of them can be kept", async () => {
    const picker = createPortPicker(openPortRegister("one", "/dev/null/nowhere"));
    expect(await picker.any("PORT", "127.0.0.1")).to.be.within(15_000, 31_999);
  });

  it("are those of the start before, the acquirer's and every other one that was chosen freely", async () => {
    const config = readLaunchConfig({ PORT: "0", ADMIN_PORT: "0" });
    const first = await chooseAddresses(config, pickerOf("one"), 2);
    const again = await chooseAddresses(config, pickerOf("one"), 2, portsToKeep(config, first));
    expect(again).to.deep.equal(first);
  });

  it("are those of the start before also where those beside ADMIN_PORT are another installation's", async () => {
    const config = readLaunchConfig({ PORT: "0", ADMIN_PORT: "0" });
    const ours = openPortRegister(`${process.pid} one`);
    const everyOther: PortRegister = {
      ...ours,
      take: (wanted, kept) => wanted % 2 === 0 && ours.take(wanted, kept),
    };
    const first = await chooseAddresses(config, createPortPicker(everyOther), 4);
    const again = await chooseAddresses(config, createPortPicker(everyOther), 4, portsToKeep(config, first));
    expect([...first.adminPorts, first.controlPort].filter((each) => each % 2 === 1)).to.deep.equal([]);
    expect(again).to.deep.equal(first);
  });

  it("are kept and taken up again only where they do not count from a named ADMIN_PORT", async () => {
    const free = readLaunchConfig({ PORT: "0", ADMIN_PORT: "0" });
    const kept = portsToKeep(free, await chooseAddresses(free, pickerOf("one"), 3));
    const admin = ["ADMIN_PORT", "ADMIN_PORT + 1", "ADMIN_PORT + 2", "CONTROL_PORT"];
    expect(kept).to.have.all.keys("PORT", ...admin, "ACQUIRER_PORT", "ACQUIRER_ADMIN_PORT");
    const elsewhere = await pickerOf("other").any("ADMIN_PORT", "127.0.0.1");
    const named = readLaunchConfig({ PORT: "0", ADMIN_PORT: String(elsewhere) });
    const picker = pickerOf("one");
    const takenUp: number[] = [];
    const again: typeof picker.again = (host, wanted) => {
      takenUp.push(wanted);
      return picker.again(host, wanted);
    };
    const since = await chooseAddresses(named, { ...picker, again }, 3, kept);
    expect(takenUp).to.deep.equal([kept["PORT"], kept["ACQUIRER_PORT"], kept["ACQUIRER_ADMIN_PORT"]]);
    expect(since.port).to.equal(kept["PORT"]);
    expect(portsToKeep(named, since)).to.have.all.keys("PORT", "ACQUIRER_PORT", "ACQUIRER_ADMIN_PORT");
  });

  it("are those of the start before also where the default is free again", async () => {
    const config = readLaunchConfig({});
    const { port: kept } = await chooseAddresses(readLaunchConfig({ PORT: "0" }), pickerOf("one"), 2);
    const addresses = await chooseAddresses(config, pickerOf("one"), 2, { PORT: kept });
    expect(addresses.port).to.equal(kept);
  });

  it("are others where those of the start before are taken or have been named since", async () => {
    const config = readLaunchConfig({ PORT: "0", ADMIN_PORT: "0" });
    const { acquirerPort: named } = await chooseAddresses(config, pickerOf("one"), 2);
    const since = readLaunchConfig({ PORT: String(named), ADMIN_PORT: "0" });
    const kept = { PORT: port, ACQUIRER_PORT: named, ACQUIRER_ADMIN_PORT: port };
    const addresses = await chooseAddresses(since, pickerOf("one"), 2, kept);
    expect(addresses.port).to.equal(named);
    expect([addresses.acquirerPort, addresses.acquirerAdminPort]).not.to.include.oneOf([named, port]);
    expect(portsToKeep(since, addresses)).to.not.have.property("PORT");
  });

  it("are reached by loopback where they listen on every address", () => {
    expect(urlOf("0.0.0.0", 80)).to.equal("http://127.0.0.1:80");
    expect(urlOf("::", 80)).to.equal("http://[::1]:80");
  });
});

describe("what an installation keeps", () => {
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("parts");
  });
  after(() => folder.remove());

  it("makes each secret once, and what a newer release adds without touching the others", () => {
    const path = join(folder.path, "secrets.json");
    const first = loadSecrets(path);
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(loadSecrets(path)).to.deep.equal(first);
    const { control_token: _dropped, ...older } = first;
    writeFileSync(path, JSON.stringify(older));
    const second = loadSecrets(path);
    expect({ ...second, control_token: "" }).to.deep.equal({ ...first, control_token: "" });
    expect(second.control_token).not.to.equal(first.control_token);
  });

  it("keeps ports beside those kept before, and none of a file that is damaged", () => {
    const path = join(folder.path, "ports.json");
    expect(readKeptPorts(path)).to.deep.equal({});
    keepPorts(path, { PORT: 15_001, ACQUIRER_PORT: 15_002 });
    keepPorts(path, { ACQUIRER_PORT: 15_003 });
    expect(readKeptPorts(path)).to.deep.equal({ PORT: 15_001, ACQUIRER_PORT: 15_003 });
    writeFileSync(path, '{"PORT": 70000, "ACQUIRER_PORT": "x", "ADMIN_PORT": 15004, "CONTROL_PORT": 0}');
    expect(readKeptPorts(path)).to.deep.equal({ ADMIN_PORT: 15_004 });
    for (const damaged of ["", "null", "[1", '{"PORT": 15']) {
      writeFileSync(path, damaged);
      expect(readKeptPorts(path), damaged).to.deep.equal({});
    }
  });

  it("lets one launcher at a time into its folder", () => {
    const path = join(folder.path, "data");
    const held = openDataDir(path);
    expect(() => openDataDir(path)).to.throw(`DATA_DIR: ${path} is in use by process ${process.pid}`);
    held.release();
    openDataDir(path).release();
  });

  it("writes runtime.json whole with every change and leaves no other file", () => {
    const path = join(folder.path, "running", "runtime.json");
    mkdirSync(join(folder.path, "running"));
    const acquirer = { url: "http://a", admin_url: "http://b" };
    const file = createRuntimeFile(path, { public_url: "http://p", control_url: "http://c", acquirer });
    file.started("payments-1", { service: "payments", pid: 1, admin_url: "http://d" });
    file.started("payments-1", { service: "payments", pid: 2, admin_url: "http://d" });
    file.started("postgres", { service: "postgres", pid: 3, admin_url: null });
    expect(processesLeftBehind(path).map(({ pid }) => pid)).to.deep.equal([2, 3]);
    file.ended("payments-1");
    expect(JSON.parse(readFileSync(path, "utf8")).processes).to.have.length(1);
    expect(readdirSync(join(folder.path, "running"))).to.deep.equal(["runtime.json"]);
    file.remove();
    expect(readdirSync(join(folder.path, "running"))).to.deep.equal([]);
    expect(processesLeftBehind(path)).to.deep.equal([]);
  });
});

describe("what a process is told", () => {
  it("is what its own configuration reads, the launcher's word before the environment's", () => {
    const values = { CARD_KEYS: "k", CONTROL_TOKEN: "t" };
    const outside = { CARD_KEYS_FILE: "/theirs", KEY_QUOTA: "7", OTHER_FILE: "/f", SECRET: "s", EMPTY: "" };
    const reported = settingsFor(["CARD_KEYS", "KEY_QUOTA", "OTHER", "EMPTY"], values, outside);
    expect(reported).to.deep.equal({ CARD_KEYS: "k", KEY_QUOTA: "7", OTHER_FILE: "/f" });
  });

  it("names roles after the database, so that two on one server stay apart", () => {
    const names = ["shop_1", "shop-1", "Shop_1", "shop__1", "shop%201", "x".repeat(41), "x".repeat(42)];
    const prefixes = names.map((name) => externalDatabase(`postgres://u:p@h/${name}`).rolePrefix);
    expect(new Set(prefixes).size).to.equal(names.length);
    expect(prefixes[0]).to.equal("shop_1");
    for (const prefix of prefixes) expect(prefix).to.match(/^[a-z][a-z0-9_]{0,39}$/);
    expect(externalDatabase("postgres://u:p@h/x", "own").rolePrefix).to.equal("own");
  });
});

describe("How Node runs the product", () => {
  it("is the same for the one process of npm start and for a process of each service", () => {
    const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
    );
    expect(scripts["start"]).to.equal(
      `exec node ${STANDALONE_NODE_FLAGS.join(" ")} services/standalone/src/main.ts`,
    );
  });
});
