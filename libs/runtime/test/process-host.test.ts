import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { idempotencyContract, PLATFORM_VERSION } from "@flowlix/contracts";
import { clientFor } from "@flowlix/runtime";
import { startBrokers, withNats, type TestBrokers } from "@flowlix/testkit";
import { startOwner, type TestProcess } from "./processes.ts";
import { aCall, heldKey } from "./support.ts";

describe("a process", function () {
  this.timeout(30_000);
  const bus = withNats();
  let directory = "";
  let started: TestProcess[] = [];
  let brokers: TestBrokers | undefined;
  let occupied: Server | undefined;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "flowlix-process-"));
  });
  afterEach(async () => {
    for (const { child } of started) child.kill("SIGKILL");
    await Promise.all(started.map(({ ended }) => ended));
    started = [];
    await brokers?.stop();
    brokers = undefined;
    occupied?.close();
    rmSync(directory, { recursive: true });
  });

  const gateFile = () => join(directory, "open");
  const settings = (more: Readonly<Record<string, string>> = {}) => ({ GATE: gateFile(), ...more });
  const onBus = (instance: string) => {
    const { url, user, password, namespace } = bus();
    return settings({
      NATS_URL: url,
      NATS_USER: user,
      NATS_PASSWORD: password,
      NAMESPACE: namespace,
      INSTANCE: instance,
    });
  };
  const start = (env: Readonly<Record<string, string>>): TestProcess => {
    const process = startOwner(env);
    started.push(process);
    return process;
  };
  const gateway = async () => {
    brokers = await startBrokers({ nodes: { "api-gateway": [] }, bus: bus() });
    const broker = brokers.of("api-gateway");
    await broker.waitForServices(["idempotency"], 10_000, 10);
    return clientFor(broker, "api-gateway", idempotencyContract);
  };

  it("tells every problem of its configuration at once, one line each, without secrets, and ends with 78", async () => {
    const { ended } = start({ ADMIN_PORT: "x", LOG_LEVEL: "loud", API_SECRET: "hunter2", INSTANCE: "a.b" });
    const { code, out, err } = await ended;
    const lines = err.trimEnd().split("\n");
    expect(lines.map((line) => line.split(":")[0])).to.have.members([
      "LOG_LEVEL",
      "ADMIN_PORT",
      "INSTANCE",
      "GATE",
      "API_SECRET",
    ]);
    expect([code, out]).to.deep.equal([78, ""]);
    expect(err).not.to.contain("hunter2");
  });

  it("tells in one line which port is in use, and ends with 1", async () => {
    occupied = createServer();
    const port = await new Promise<number>((resolve) => {
      occupied?.listen(0, "127.0.0.1", () => {
        const address = occupied?.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    for (const name of ["ADMIN_PORT", "LISTEN"]) {
      const { code, err } = await start(settings({ [name]: String(port) })).ended;
      expect([code, err]).to.deep.equal([1, `idempotency cannot start: port ${port} is in use\n`]);
    }
  });

  it("tells in one line which setting does not fit what is stored, and ends with 78", async () => {
    const { code, err } = await start(settings({ UNFIT: "put it back" })).ended;
    expect([code, err]).to.deep.equal([78, "idempotency cannot start: UNFIT: put it back\n"]);
  });

  it("says when it is ready and where, and answers its probes", async () => {
    const process = start(settings());
    const ready = await process.said("ready");
    expect(ready).to.deep.include({ service: "idempotency", addresses: { test: "here" } });
    const admin = String(ready["adminUrl"]);
    for (const path of ["/livez", "/readyz", "/startupz"])
      expect((await fetch(admin + path)).status, path).to.equal(200);
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).to.contain("build_info{").and.to.contain("process_cpu_seconds_total");
    expect((await fetch(`${admin}/other`)).status).to.equal(404);
    expect((await fetch(`${admin}/livez`, { method: "POST" })).status).to.equal(405);
  });

  it("tells in /metrics the version and the revision that it was built from", async () => {
    const builds = [
      [{ BUILD_VERSION: "1.2.3", BUILD_REVISION: "4f5c2ae" }, '{version="1.2.3",revision="4f5c2ae",'],
      [{}, `{version="${PLATFORM_VERSION}",revision="unknown",`],
    ] as const;
    for (const [env, labels] of builds) {
      const ready = await start(settings(env)).said("ready");
      const metrics = await (await fetch(`${String(ready["adminUrl"])}/metrics`)).text();
      expect(metrics).to.contain(`build_info${labels}`);
    }
  });

  it("that is told to stop answers the call under way, takes no new one, and ends with 0", async () => {
    const process = start(onBus("one"));
    const admin = String((await process.said("ready"))["adminUrl"]);
    const client = await gateway();
    const answer = client.hold(heldKey(), aCall());
    await process.said("holding");
    process.child.kill("SIGTERM");
    // A terminal sends it twice.
    process.child.kill("SIGINT");
    const readiness = await fetchUntil(`${admin}/readyz`, 503);
    expect(readiness).to.deep.equal({ status: "unavailable", failing: ["stopping"], loops: [] });
    expect((await fetch(`${admin}/livez`)).status).to.equal(200);
    expect(process.messages.some(({ type }) => type === "closed")).to.equal(false);
    writeFileSync(gateFile(), "");
    expect(await answer).to.deep.equal({ held: true });
    expect(await process.ended).to.include({ code: 0, signal: null, err: "" });
    expect(process.messages.at(-1)).to.deep.equal({ type: "closed" });
  });

  it("that is killed leaves its calls to its replicas", async () => {
    const [one, two] = [start(onBus("one")), start(onBus("two"))];
    await Promise.all([one.said("ready"), two.said("ready")]);
    const client = await gateway();
    const served = new Set<string>();
    for (let calls = 0; calls < 200 && served.size < 2; calls += 1)
      served.add((await client.health({}, aCall())).degraded[0] ?? "");
    expect([...served]).to.have.members(["one", "two"]);
    one.child.kill("SIGKILL");
    await one.ended;
    // What was already on its way to the dead one is lost, and nothing else: with the broker's own
    // balancer every second call would go to it until its heartbeats are missed.
    let lost = 0;
    for (let calls = 0; calls < 50; calls += 1) {
      const by = await client.health({}, aCall(5_000)).catch(() => undefined);
      if (by === undefined) lost += 1;
      else expect(by.degraded).to.deep.equal(["two"]);
    }
    expect(lost).to.be.at.most(1);
  });

  it("refuses in one line to listen at an address that is not this machine's", async () => {
    for (const HOST of ["192.0.2.1", "no-such-host.invalid"]) {
      const { code, err } = await start({ ...settings(), HOST }).ended;
      expect([code, err.trimEnd().split("\n").length]).to.deep.equal([1, 1]);
      expect(err).to.contain(`cannot start: HOST: ${HOST} is no address of this machine`);
    }
  });

  it("ends in order when its parent is gone", async () => {
    const process = start(settings());
    await process.said("ready");
    process.child.disconnect();
    const { code, out } = await process.ended;
    expect(code).to.equal(0);
    expect(out).to.contain("the parent is gone").and.to.contain("Stopped.");
  });
});

async function fetchUntil(url: string, status: number): Promise<unknown> {
  for (;;) {
    const response = await fetch(url);
    const body: unknown = await response.json();
    if (response.status === status) return body;
  }
}
