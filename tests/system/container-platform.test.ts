import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startNatsServer, type NatsServer, type NatsUser } from "@flowlix/runtime/nats-server";
import { guardedFolder, waitFor, withDatabase, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import type { ServiceName } from "../../services/standalone/src/service-names.ts";
import { SERVICES } from "../../services/standalone/src/services.ts";
import { runEntry, startEntry, type RunningEntry } from "../../services/standalone/test/support/container.ts";
import { needsNats, START_TIMEOUT_MS } from "./support/installation.ts";
import { pay, readPayment, refund } from "./support/pay.ts";

type Values = Record<string, string>;

describe("the image's entry as every container of a platform", function () {
  this.timeout(START_TIMEOUT_MS);
  // Before the database goes.
  after("drop the roles", async () => {
    for (const entry of running.values()) entry.kill("SIGKILL");
    await Promise.all([...running.values()].map(({ ended }) => ended));
    for (const { name } of SERVICES) {
      const role = `${prefix()}_${name.replaceAll("-", "_")}`;
      const known = await database().sql("select 1 from pg_roles where rolname = $1", [role]);
      if (known.length > 0) await database().sql(`drop owned by ${role}; drop role ${role}`);
    }
  });
  const database = withDatabase([]);
  let folder: GuardedFolder;
  let secrets: string;
  let nats: NatsServer;
  const running = new Map<ServiceName, RunningEntry>();
  const ready = new Map<ServiceName, Readonly<Record<string, unknown>>>();

  before(async function () {
    needsNats(this);
    folder = guardedFolder("containers");
    secrets = join(folder.path, "secrets");
    const env = { SERVICE: "make-secrets", ...place() };
    expect(await runEntry(folder.path, env)).to.include({ code: 0, stderr: "" });
    nats = await startNatsServer({
      dataDir: join(folder.path, "nats"),
      users: usersOf(join(secrets, "nats")),
    });
  });
  after(async () => {
    await nats?.stop();
    await folder?.remove();
  });

  const prefix = () => `c${database().name.slice(-12)}`;
  function place(): Values {
    const { host, pathname } = new URL(database().adminUrl);
    return { SECRETS_DIR: secrets, DATABASE_ADDRESS: `${host}${pathname}`, ROLE_PREFIX: prefix() };
  }

  it("makes secrets once: a folder for each service with what its configuration names, and no more", async () => {
    const others = ["demo-key", "grafana", "master", "migrate", "nats", "postgres", "postgres-exporter"];
    expect(readdirSync(secrets)).to.have.members([...others, ...SERVICES.map(({ name }) => name)]);
    for (const { name, module } of SERVICES) {
      const own = readdirSync(join(secrets, name)).filter((file) => file !== "nats-password");
      const settings = Object.keys(module.config).map((setting) =>
        setting.toLowerCase().replaceAll("_", "-"),
      );
      expect(settings, name).to.include.members(own);
    }
    expect(readdirSync(join(secrets, "payouts")).toSorted()).to.deep.equal([
      "acquirer-api-key",
      "acquirer-secret-keys",
      "nats-password",
      "payout-card-keys",
      "payouts-database-url",
    ]);
    expect(statSync(join(secrets, "master")).mode & 0o777).to.equal(0o700);
    const before = contents();
    expect(await runEntry(folder.path, { SERVICE: "make-secrets", ...place() })).to.include({
      code: 0,
      stdout: "every file is as it should be\n",
    });
    expect(contents()).to.deep.equal(before);
  });

  it("brings back a secret file that was changed or lost, from the master's", async () => {
    const before = contents();
    rmSync(join(secrets, "payments", "card-keys"));
    rmSync(join(secrets, "nats", "nats.conf"));
    writeFileSync(join(secrets, "nats", "nats.conf"), "no configuration");
    expect(await runEntry(folder.path, { SERVICE: "make-secrets", ...place() })).to.include({
      code: 0,
      stdout: "2 files were written\n",
    });
    expect(contents()).to.deep.equal(before);
  });

  it("migrates with the secrets it made", async () => {
    const env = {
      SERVICE: "migrate",
      ...files("migrate"),
      DATABASE_URL: database().adminUrl,
      DATABASE_URL_FILE: "",
    };
    expect(await runEntry(folder.path, env)).to.include({ code: 0, stderr: "" });
  });

  it("gets the acquirer and the gateway ready on the secrets it made", async () => {
    await start("sandbox-acquirer", {});
    await start("api-gateway", { PUBLIC_URL: "http://127.0.0.1:9" });
  });

  it("gets every other service ready on the secrets it made", async () => {
    const acquirerUrl = addressOf(ready.get("sandbox-acquirer"), "url");
    const common = {
      PUBLIC_URL: addressOf(ready.get("api-gateway"), "public"),
      ACQUIRER_URL: acquirerUrl,
      ACQUIRER_PUBLIC_URL: acquirerUrl,
    };
    const others = SERVICES.map(({ name }) => name).filter((name) => !running.has(name));
    await Promise.all(others.map((name) => start(name, common)));
    expect(running.size).to.equal(SERVICES.length);
  });

  it("is healthy when the service is ready", async () => {
    for (const [name, { admin_url: url }] of ready) {
      const env = { SERVICE: name, ADMIN_PORT: new URL(String(url)).port };
      const healthy = async () => (await runEntry(folder.path, env, ["healthcheck"])).code === 0;
      await waitFor(`${name} to be healthy`, healthy, START_TIMEOUT_MS);
    }
  });

  it("makes the demo merchant and its key once, and takes and refunds a payment with it", async () => {
    const env = {
      SERVICE: "demo-key",
      DEMO_DIR: folder.path,
      FLOWLIX_CONTROL_URL: addressOf(ready.get("api-gateway"), "control"),
      ...files("demo-key"),
    };
    const first = await runEntry(folder.path, env);
    expect([first.code, first.stderr]).to.deep.equal([0, ""]);
    expect(await runEntry(folder.path, env)).to.deep.equal(first);
    const payer = { publicUrl: addressOf(ready.get("api-gateway"), "public"), apiKey: first.stdout.trim() };
    const { status, body } = await pay(payer);
    expect([status, body["status"]]).to.deep.equal([201, "SUCCEEDED"]);
    const id = String(body["id"]);
    expect((await refund(payer, id, 1_200)).status).to.equal(201);
    const refunded = async () => (await readPayment(payer, id)).body["amount_refunded"] === 1_200;
    await waitFor("the refund", refunded, START_TIMEOUT_MS);
  });

  it("makes merchants for load tests once, with keys that work", async () => {
    const gateway = ready.get("api-gateway");
    const control = { FLOWLIX_CONTROL_URL: addressOf(gateway, "control"), ...files("demo-key") };
    const env = { SERVICE: "load-keys", DEMO_DIR: folder.path, ...control };
    expect(await runEntry(folder.path, env)).to.include({ code: 0, stderr: "" });
    const text = readFileSync(join(folder.path, "keys.json"), "utf8");
    expect((await runEntry(folder.path, env)).stdout).to.match(/keys\.json is there\n$/);
    expect(readFileSync(join(folder.path, "keys.json"), "utf8")).to.equal(text);
    const { merchants }: { merchants: { merchant: string; api_keys: string[] }[] } = JSON.parse(text);
    expect(merchants.map(({ api_keys: keys }) => keys.length)).to.deep.equal([8, 8, 8, 8]);
    const payer = { publicUrl: addressOf(gateway, "public"), apiKey: merchants[3]?.api_keys[7] ?? "" };
    expect((await pay(payer)).status).to.equal(201);
  });

  it("is the command-line tool of the gateway's own container", async () => {
    const gateway = {
      SERVICE: "api-gateway",
      CONTROL_PORT: new URL(addressOf(ready.get("api-gateway"), "control")).port,
      ...files("api-gateway"),
    };
    const { code, stdout } = await runEntry(folder.path, gateway, ["flowlix", "merchant", "list", "--json"]);
    expect([code, JSON.parse(stdout).merchants?.length]).to.deep.equal([0, 5]);
    const wrong = await runEntry(folder.path, gateway, ["flowlix", "merchant", "vanish"]);
    expect(wrong.code).to.equal(2);
  });

  it("stops in order with 0 on SIGTERM, whatever it runs", async () => {
    for (const entry of running.values()) entry.kill("SIGTERM");
    const ends = await Promise.all([...running].map(async ([name, { ended }]) => [name, (await ended).code]));
    expect(ends).to.deep.equal([...running.keys()].map((name) => [name, 0]));
  });

  async function start(service: ServiceName, env: Values): Promise<Readonly<Record<string, unknown>>> {
    const bus =
      service === "sandbox-acquirer" ? {} : { NATS_URL: nats.url, NATS_USER: service, NAMESPACE: "flowlix" };
    const ports = { PORT: "0", CONTROL_PORT: "0" };
    const entry = startEntry(folder.path, { SERVICE: service, ...ports, ...bus, ...files(service), ...env });
    running.set(service, entry);
    const line = await entry.logged("Ready.");
    ready.set(service, line);
    return line;
  }

  /** The settings that a container gets for its folder of secrets: `X_FILE` for every file. */
  function files(group: string): Values {
    return Object.fromEntries(
      readdirSync(join(secrets, group)).map((file) => [
        `${file.toUpperCase().replaceAll("-", "_")}_FILE`,
        join(secrets, group, file),
      ]),
    );
  }

  function contents(): Values {
    const names = readdirSync(secrets).flatMap((group) =>
      readdirSync(join(secrets, group)).map((file) => `${group}/${file}`),
    );
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(secrets, name), "utf8")]));
  }
});

function addressOf(line: Readonly<Record<string, unknown>> | undefined, name: string): string {
  const addresses = line?.["addresses"];
  if (typeof addresses !== "object" || addresses === null) throw new Error("no addresses were logged");
  return String(Object.entries(addresses).find(([key]) => key === name)?.[1]);
}

/** The users as the generated configuration has them; the test's server gets a port of its own. */
function usersOf(group: string): NatsUser[] {
  const config: {
    authorization: {
      users: {
        user: string;
        password: string;
        permissions: { publish: { allow: string[] }; subscribe: { allow: string[] } };
      }[];
    };
  } = JSON.parse(readFileSync(join(group, "nats.conf"), "utf8"));
  return config.authorization.users.map(({ user, password, permissions }) => ({
    user,
    password,
    publish: permissions.publish.allow,
    subscribe: permissions.subscribe.allow,
  }));
}

describe("make compose-secrets", function () {
  this.timeout(START_TIMEOUT_MS);
  let folder: GuardedFolder;
  before(() => {
    folder = guardedFolder("secrets-folder");
  });
  after(() => folder.remove());

  it("keeps secrets in a folder of the tree that only its owner opens, and tells compose", () => {
    const tree = folder.path;
    const root = fileURLToPath(new URL("../../", import.meta.url));
    for (const path of ["node_modules", "services", "libs"]) symlinkSync(join(root, path), join(tree, path));
    cpSync(join(root, "deploy"), join(tree, "deploy"), { recursive: true });
    writeFileSync(join(tree, ".env"), "PORT=3100\nPLATFORM_SECRETS=secrets-\n");
    const run = () => execFileSync(join(tree, "deploy/compose/secrets-folder"), { encoding: "utf8" });
    run();
    const master = readFileSync(join(tree, ".secrets/master/secrets.json"), "utf8");
    run();
    expect(readFileSync(join(tree, ".secrets/master/secrets.json"), "utf8")).to.equal(master);
    expect(readFileSync(join(tree, ".env"), "utf8").trim().split("\n")).to.deep.equal([
      "PORT=3100",
      "PLATFORM_SECRETS=./.secrets/",
      `PLATFORM_SECRETS_USER=${process.getuid?.()}:${process.getgid?.()}`,
    ]);
    const mode = (path: string) => (statSync(join(tree, ".secrets", path)).mode & 0o777).toString(8);
    expect(["", "master", "payments", "payments/card-keys"].map(mode)).to.deep.equal([
      "700",
      "700",
      "755",
      "444",
    ]);
  });
});
