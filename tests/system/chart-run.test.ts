import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findNatsServer } from "@flowlix/runtime/nats-server";
import { guardedFolder, skipBecause, waitFor, withDatabase, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { freePort } from "../../services/standalone/src/free-port.ts";
import { SERVICES } from "../../services/standalone/src/services.ts";
import {
  renderChart,
  toolAtHand,
  type ChartContainer,
  type ChartPod,
  type Rendered,
} from "./support/chart.ts";
import { runEntry, startEntry, type RunningEntry } from "../../services/standalone/test/support/container.ts";
import { START_TIMEOUT_MS } from "./support/installation.ts";

type Values = Readonly<Record<string, string>>;

/**
 * Every container that the chart makes of our image, as a process of this machine with exactly its environment
 * and files; only addresses and ports are this machine's.
 */
describe("what the platform's chart installs, as processes", function () {
  this.timeout(2 * START_TIMEOUT_MS);
  after("drop the roles", async () => {
    for (const entry of running) entry.kill("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
    for (const { name } of SERVICES) {
      const role = `${prefix()}_${name.replaceAll("-", "_")}`;
      const known = await database().sql("select 1 from pg_roles where rolname = $1", [role]);
      if (known.length > 0) await database().sql(`drop owned by ${role}; drop role ${role}`);
    }
  });
  const database = withDatabase([]);
  const prefix = () => `h${createHash("sha256").update(database().name).digest("hex").slice(0, 12)}`;
  const running: RunningEntry[] = [];
  let folder: GuardedFolder;
  let rendered: Rendered;
  let ports: Readonly<Record<"nats" | "gateway" | "acquirer", number>>;
  let helm: string;
  let server: string;
  const buses: ChildProcess[] = [];

  before(async function () {
    helm = toolAtHand("helm");
    server = findNatsServer() ?? "";
    if (helm === "") skipBecause(this, "helm was not found");
    if (server === "") skipBecause(this, "nats-server was not found");
    folder = guardedFolder("chart");
    rendered = renderChart(helm, folder.path, ["--set", `postgresql.rolePrefix=${prefix()}`]);
    const [one, two, three] = await Promise.all([freePort(), freePort(), freePort()]);
    ports = { nats: one, gateway: two, acquirer: three };
    startNats(rendered, "nats.conf");
  });
  after(async () => {
    for (const bus of buses) bus.kill("SIGKILL");
    await folder?.remove();
  });

  const podOf = (installed: Rendered, component: string): ChartPod => {
    const found = installed.pods.find((one) => one.component === component);
    if (found === undefined) throw new Error(`the chart has no ${component}`);
    return found;
  };
  const pod = (component: string) => podOf(rendered, component);

  /** With the chart's own configuration and its passwords in the environment. */
  function startNats(installed: Rendered, name: string): void {
    const config = join(folder.path, name);
    const bus = podOf(installed, "nats");
    const text = installed.natsConfig
      .replace("port: 4222", `port: ${ports.nats}`)
      .replace(/^http: .*$/m, "")
      .replace('host: "0.0.0.0"', 'host: "127.0.0.1"')
      .replaceAll("/run/secrets/nats-tls", join(filesFor(bus), "run/secrets/nats-tls"));
    writeFileSync(config, text);
    buses.push(spawn(server, ["--config", config], { env: bus.container.env, stdio: "ignore" }));
  }

  /** An address within the cluster as this machine has it. */
  function here(text: string): string {
    const { host, pathname } = new URL(database().adminUrl);
    return text
      .replaceAll("pay-payments-platform-postgresql:5432/flowlix", `${host}${pathname}`)
      .replaceAll("pay-payments-platform-nats:4222", `127.0.0.1:${ports.nats}`)
      .replaceAll("pay-payments-platform-api-gateway:3000", `127.0.0.1:${ports.gateway}`)
      .replaceAll("pay-payments-platform-sandbox-acquirer:3001", `127.0.0.1:${ports.acquirer}`);
  }

  /** Where its files are; the owner of the database is this machine's own. */
  function filesFor(one: ChartPod): string {
    const root = join(folder.path, one.component);
    for (const [path, content] of Object.entries(one.files)) {
      const file = join(root, path);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, path.endsWith("/database-url") ? database().adminUrl : here(content));
    }
    return root;
  }

  function environmentOf(one: ChartPod, { env }: ChartContainer): Values {
    const root = filesFor(one);
    const own: Values = {
      HOST: "127.0.0.1",
      ADMIN_PORT: "0",
      CONTROL_PORT: "0",
      ACQUIRER_HOST: "127.0.0.1",
      ACQUIRER_ADMIN_PORT: "0",
      PORT: String(ports.gateway),
      ACQUIRER_PORT: String(ports.acquirer),
    };
    return Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.startsWith("/run/secrets/") ? join(root, value) : (own[name] ?? here(value)),
      ]),
    );
  }

  const once = (component: string) => {
    const one = pod(component);
    return runEntry(folder.path, environmentOf(one, one.container));
  };

  it("migrates, and every service's init container then finds its schema", async () => {
    expect(await once("migrate")).to.include({ code: 0, stderr: "" });
    for (const { name } of SERVICES) {
      const [wait] = pod(name).initContainers;
      if (wait === undefined) throw new Error(`${name} has no init container`);
      const env = environmentOf(pod(name), wait);
      expect(await runEntry(folder.path, env), name).to.include({ code: 0, stderr: "" });
    }
  });

  it("gets every service ready, with its own user on NATS and its own role in Postgres", async () => {
    for (const { name } of SERVICES) {
      const one = pod(name);
      running.push(startEntry(folder.path, environmentOf(one, one.container)));
    }
    for (const entry of running) await entry.logged("Ready.");
    await waitFor("the gateway answers", async () => {
      const { status } = await fetch(`http://127.0.0.1:${ports.gateway}/v1/health`);
      return status === 200;
    });
  });

  it("makes the demo merchant, and its key makes and refunds a payment", async () => {
    expect(await once("demo-merchant")).to.include({ code: 0, stderr: "" });
    const tested = await once("smoke-test");
    expect(tested, tested.stderr).to.include({ code: 0 });
    expect(tested.stdout).to.match(/a payment was made and refunded\n$/);
  });

  it("encrypts the bus with the certificate it makes, which services check", async () => {
    ports = { ...ports, nats: await freePort() };
    const installed = renderChart(helm, folder.path, [
      "--set",
      `postgresql.rolePrefix=${prefix()},nats.tls.enabled=true`,
    ]);
    startNats(installed, "nats-tls.conf");
    const made = podOf(installed, "idempotency");
    // The role's password is that of the first rendering, by which the database was migrated.
    const url = "/run/secrets/flowlix/idempotency-database-url";
    const one = { ...made, files: { ...made.files, [url]: pod("idempotency").files[url] ?? "" } };
    const env = environmentOf(one, one.container);
    expect(env["NATS_URL"]).to.match(/^tls:/);
    const trusting = startEntry(folder.path, env);
    running.push(trusting);
    await trusting.logged("Ready.");
    const { NODE_EXTRA_CA_CERTS: _, ...without } = env;
    const doubting = startEntry(folder.path, { ...without, INSTANCE: "doubting" });
    running.push(doubting);
    await doubting.logged(
      "NATS error. unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca",
    );
  });
});
