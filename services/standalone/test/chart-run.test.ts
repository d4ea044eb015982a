import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { findNatsServer } from "@flowlix/runtime/nats-server";
import { guardedFolder, skipBecause, waitFor, withDatabase, type GuardedFolder } from "@flowlix/testkit";
import { expect } from "chai";
import { SERVICES } from "../src/services.ts";
import {
  renderChart,
  toolAtHand,
  type ChartContainer,
  type ChartPod,
  type Rendered,
} from "./support/chart.ts";
import { runEntry, startEntry, type RunningEntry } from "./support/container.ts";
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
  let nats: ChildProcess | undefined;

  before(async function () {
    const helm = toolAtHand("helm");
    const server = findNatsServer();
    if (helm === "") skipBecause(this, "helm was not found");
    if (server === null) skipBecause(this, "nats-server was not found");
    folder = guardedFolder("chart");
    rendered = renderChart(helm, folder.path, ["--set", `postgresql.rolePrefix=${prefix()}`]);
    const [one, two, three] = await Promise.all([freePort(), freePort(), freePort()]);
    ports = { nats: one, gateway: two, acquirer: three };
    nats = startNats(server);
  });
  after(async () => {
    nats?.kill("SIGKILL");
    await folder?.remove();
  });

  const pod = (component: string): ChartPod => {
    const found = rendered.pods.find((one) => one.component === component);
    if (found === undefined) throw new Error(`the chart has no ${component}`);
    return found;
  };

  function startNats(server: string): ChildProcess {
    const config = join(folder.path, "nats.conf");
    const text = rendered.natsConfig
      .replace("port: 4222", `port: ${ports.nats}`)
      .replace(/^http: .*$/m, "")
      .replace('host: "0.0.0.0"', 'host: "127.0.0.1"');
    writeFileSync(config, text);
    return spawn(server, ["--config", config], { env: pod("nats").container.env, stdio: "ignore" });
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

  /** Its files are written where only they are; the owner of the database is this machine's own. */
  function environmentOf(one: ChartPod, { env }: ChartContainer): Values {
    const root = join(folder.path, one.component);
    for (const [path, content] of Object.entries(one.files)) {
      const file = join(root, path);
      mkdirSync(join(file, ".."), { recursive: true });
      writeFileSync(file, path.endsWith("/database-url") ? database().adminUrl : here(content));
    }
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
        name.endsWith("_FILE") ? join(root, value) : (own[name] ?? here(value)),
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
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
