import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { idempotencyContract } from "@flowlix/contracts";
import { clientFor, createBroker, createMetrics, type ServiceBroker } from "@flowlix/runtime";
import { findNatsServer, startNatsServer, type NatsServer } from "@flowlix/runtime/nats-server";
import { skipBecause } from "@flowlix/testkit";
import { aCall, idempotencyWith, recordingLogger } from "./support.ts";

const USERS = [{ user: "admin", password: "admin-password", publish: [">"], subscribe: [">"] }];
const CALLS_A_TURN = 20;
/** Until some are on their way at any moment. */
const TURNS_BEFORE = 50;
const UNREAD_MS = 200;

describe("while a process leaves the bus", function () {
  this.timeout(30_000);
  const metrics = createMetrics({ processMetrics: false });
  let directory = "";
  let server: NatsServer | undefined;
  let brokers: ServiceBroker[] = [];

  const create = (nodeId: string, url: string): ServiceBroker => {
    const broker = createBroker({
      nodeId,
      namespace: "leaving",
      nats: { url, user: "admin", password: "admin-password" },
      logger: recordingLogger("info").logger,
      metrics,
      // All calls begin at once and wait for each other.
      requestTimeoutMs: 60_000,
    });
    brokers.push(broker);
    return broker;
  };
  before(async function () {
    if (findNatsServer() === null) skipBecause(this, "nats-server was not found");
    directory = mkdtempSync(join(tmpdir(), "flowlix-leaving-"));
    server = await startNatsServer({ dataDir: directory, users: USERS });
  });
  after(async () => {
    await Promise.all(brokers.map((broker) => broker.stop()));
    brokers = [];
    await server?.stop();
    if (directory !== "") rmSync(directory, { recursive: true });
  });

  it("calls that were on their way to it are answered", async () => {
    const url = server?.url ?? "";
    const gateway = create("api-gateway.one", url);
    const [leaving, staying] = ["idempotency.one", "idempotency.two"].map((id) => create(id, url));
    if (leaving === undefined || staying === undefined) throw new Error("there should be two");
    for (const owner of [leaving, staying]) owner.createService(idempotencyWith());
    await Promise.all(brokers.map((broker) => broker.start()));
    await gateway.waitForServices(["idempotency"], 5_000, 10);
    const client = clientFor(gateway, "api-gateway", idempotencyContract);

    const calls: Promise<unknown>[] = [];
    const callOn = async (): Promise<void> => {
      // Not `health`, which a client asks for again.
      for (let call = 0; call < CALLS_A_TURN; call += 1)
        calls.push(client.listClearNames({ after: null }, aCall()));
      await turn();
    };
    for (let turns = 0; turns < TURNS_BEFORE; turns += 1) await callOn();
    // The server hands on what it has while nobody reads here: the leaving process has calls before it that it does not
    // know.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, UNREAD_MS);
    await leaving.stop();
    const lost = (await Promise.allSettled(calls)).filter(({ status }) => status === "rejected");
    expect(lost).to.have.lengthOf(0);
  });
});
