import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { idempotencyContract } from "@flowlix/contracts";
import {
  busCheck,
  clientFor,
  createMetrics,
  createBroker,
  createReadiness,
  type ServiceBroker,
} from "@flowlix/runtime";
import { findNatsServer, startNatsServer, type NatsServer } from "@flowlix/runtime/nats-server";
import { skipBecause, waitFor } from "@flowlix/testkit";
import { aCall, idempotencyWith, recordingLogger, rejectionOf } from "./support.ts";

const USERS = [{ user: "admin", password: "admin-password", publish: [">"], subscribe: [">"] }];

describe("while the bus is away", function () {
  this.timeout(30_000);
  let directory = "";
  let server: NatsServer | undefined;
  let gateway: ServiceBroker;
  let owner: ServiceBroker;
  const metrics = createMetrics({ processMetrics: false });

  const start = async (port?: number) => {
    server = await startNatsServer({
      dataDir: directory,
      users: USERS,
      ...(port === undefined ? {} : { port }),
    });
    return server.url;
  };
  before(async function () {
    if (findNatsServer() === null) skipBecause(this, "nats-server was not found");
    directory = mkdtempSync(join(tmpdir(), "flowlix-outage-"));
    const nats = { url: await start(), user: "admin", password: "admin-password" };
    const create = (service: string) =>
      createBroker({
        nodeId: `${service}.one`,
        namespace: "outage",
        nats,
        logger: recordingLogger("info").logger,
        metrics,
        requestTimeoutMs: 20_000,
      });
    gateway = create("api-gateway");
    owner = create("idempotency");
    owner.createService(idempotencyWith());
    await Promise.all([gateway.start(), owner.start()]);
    await gateway.waitForServices(["idempotency"], 5_000, 10);
  });
  after(async () => {
    await Promise.all([gateway.stop(), owner.stop()]);
    await server?.stop();
    if (directory !== "") rmSync(directory, { recursive: true });
  });

  it("calls fail at once, readiness names the bus, and both come back with it", async () => {
    const client = clientFor(gateway, "api-gateway", idempotencyContract);
    const check = busCheck(gateway);
    if (check === undefined) throw new Error("there should be a check");
    const readiness = createReadiness();
    readiness.add([{ name: "nats", check }]);
    // A check that takes long passes for one that fails.
    const ready = async () => {
      const answer = await readiness.answer();
      return answer.ok && answer;
    };
    const answer = await waitFor("readiness", ready);
    expect(answer).to.deep.equal({ ok: true, failing: [], unknown: [] });
    const port = Number(new URL(server?.url ?? "").port);
    await server?.stop();

    await waitFor("readiness to name the bus", async () =>
      (await readiness.answer()).failing.includes("nats"),
    );
    expect(await rejectionOf(client.health({}, aCall()))).to.include({
      kind: "disconnected",
      mayHaveRun: false,
    });
    expect(await metrics.text()).to.contain("nats_client_connected 0");

    await start(port);
    await waitFor("readiness", async () => (await readiness.answer()).ok);
    await waitFor("an answer", async () => (await client.health({}, aCall(500))).database);
    expect(await metrics.text()).to.contain("nats_client_connected 1");
  });

  it("peers that were dropped meanwhile are found with the bus, not with their next heartbeat", async () => {
    const client = clientFor(gateway, "api-gateway", idempotencyContract);
    const port = Number(new URL(server?.url ?? "").port);
    await server?.stop();
    owner.registry.discoverer.stopHeartbeatTimers();
    gateway.registry.nodes.disconnected("idempotency.one", true);
    await start(port);
    await waitFor("an answer", () =>
      client.health({}, aCall(500)).then(
        ({ database }) => database,
        () => false,
      ),
    );
  });

  it("a broker still stops", async () => {
    await server?.stop();
    await waitFor("the loss to be noticed", async () =>
      (await metrics.text()).includes("nats_client_connected 0"),
    );
    await Promise.all([gateway.stop(), owner.stop()]);
  });
});
