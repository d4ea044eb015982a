import { once } from "node:events";
import { connect as dial, createServer, type Socket } from "node:net";
import { idempotencyContract } from "@flowlix/contracts";
import { clientFor, createBroker, createMetrics, type Metrics } from "@flowlix/runtime";
import { waitFor, withNats } from "@flowlix/testkit";
import { expect } from "chai";
import { connect, type NatsConnection } from "nats";
import { closeGivenUpDials } from "../src/nats-given-up-dials.ts";
import { aCall, idempotencyWith, recordingLogger, rejectionOf } from "./support.ts";

describe("a NATS server that is frozen for longer than dials last", function () {
  this.timeout(30_000);
  const bus = withNats();
  const clients: NatsConnection[] = [];
  let between: FreezingProxy;

  before(async () => {
    closeGivenUpDials();
    between = await freezingProxy(Number(new URL(bus().url).port));
  });
  after(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await between?.close();
  });

  it("keeps one connection of a process, which answers every call once it is back", async () => {
    const { user, password: pass, namespace } = bus();
    const through = { user, pass, reconnectTimeWait: 20, maxReconnectAttempts: -1 };
    const server = await connect({
      ...through,
      servers: `127.0.0.1:${between.port}`,
      timeout: 200,
    });
    const caller = await connect({ ...through, servers: new URL(bus().url).host });
    clients.push(server, caller);
    const subject = `${namespace}.calls`;
    server.subscribe(subject, { queue: "owners", callback: (_, message) => void message.respond() });
    await server.flush();
    between.freeze();
    between.cut();
    await waitFor("dials that come to nothing", () => between.dials >= 6);
    between.thaw();
    await waitFor("one connection", () => between.open() === 1 && between.settled());
    // The server may still be about to read what the connection subscribes to.
    await server.flush();
    for (let call = 0; call < 50; call += 1) await caller.request(subject, undefined, { timeout: 20_000 });
    expect(between.open()).to.equal(1);
  });
});

const isConnected = async (metrics: Metrics, value: number) =>
  (await metrics.text()).includes(`nats_client_connected ${value}`);

describe("one side of the bus that hangs", function () {
  this.timeout(120_000);
  const bus = withNats();
  const ended: (() => Promise<unknown>)[] = [];
  let between: FreezingProxy;

  beforeEach(async () => {
    between = await freezingProxy(Number(new URL(bus().url).port));
  });
  afterEach(async () => {
    between.thaw();
    await Promise.all(ended.splice(0).map((end) => end()));
    await between.close();
  });

  const brokerOf = async (
    service: string,
    url: string,
    metrics = createMetrics({ processMetrics: false }),
  ) => {
    const { user, password, namespace } = bus();
    const broker = createBroker({
      nodeId: service,
      namespace,
      nats: { url, user, password },
      logger: recordingLogger("info").logger,
      metrics,
      requestTimeoutMs: 20_000,
    });
    ended.push(() => broker.stop());
    return broker;
  };

  it("a process gets no calls any more, and gets them again when it wakes", async () => {
    const owner = (name: string) =>
      idempotencyWith({ health: async () => ({ database: true, degraded: [name] }) });
    const [gateway, hanging, other] = await Promise.all([
      brokerOf("api-gateway.one", bus().url),
      brokerOf("idempotency.one", `nats://127.0.0.1:${between.port}`),
      brokerOf("idempotency.two", bus().url),
    ]);
    hanging.createService(owner("hanging"));
    other.createService(owner("other"));
    await Promise.all([gateway.start(), hanging.start(), other.start()]);
    await gateway.waitForServices(["idempotency"], 5_000, 10);
    const client = clientFor(gateway, "api-gateway", idempotencyContract);
    const answeredBy = async (name: string) => (await client.health({}, aCall())).degraded.includes(name);
    await waitFor("an answer of the one that will hang", () => answeredBy("hanging"));

    between.freeze();
    await waitFor("calls that are all answered", async () => {
      // Not `health`, which a client asks for again.
      for (let call = 0; call < 40; call += 1) await client.listClearNames({ after: null }, aCall(2_000));
      return true;
    });
    between.thaw();
    await waitFor("an answer of the one that woke", () => answeredBy("hanging"));
  });

  for (const isNoticed of [false, true])
    it(`a server keeps no process from its end, its loss ${isNoticed ? "" : "not yet "}noticed`, async () => {
      const metrics = createMetrics({ processMetrics: false });
      const owner = await brokerOf("idempotency.one", `nats://127.0.0.1:${between.port}`, metrics);
      owner.createService(idempotencyWith({}));
      await owner.start();
      between.freeze();
      if (isNoticed) await waitFor("the loss to be noticed", () => isConnected(metrics, 0));
      await owner.stop();
    });

  it("a server is noticed, so that calls fail at once, and is found again when it wakes", async () => {
    const metrics = createMetrics({ processMetrics: false });
    const gateway = await brokerOf("api-gateway.one", `nats://127.0.0.1:${between.port}`, metrics);
    await gateway.start();
    const client = clientFor(gateway, "api-gateway", idempotencyContract);
    between.freeze();
    await waitFor("the loss to be noticed", () => isConnected(metrics, 0), 10_000);
    expect(await rejectionOf(client.listClearNames({ after: null }, aCall()))).to.include({
      mayHaveRun: false,
    });
    between.thaw();
    await waitFor("the connection", () => isConnected(metrics, 1));
  });
});

interface FreezingProxy {
  readonly port: number;
  readonly dials: number;
  freeze(): void;
  thaw(): void;
  /** Ends the connections that there are. */
  cut(): void;
  open(): number;
  /** No connection came or went for a second. */
  settled(): boolean;
  close(): Promise<void>;
}

/** Hands on bytes to a local port; while frozen it takes connections and says nothing, as a stopped process does. */
async function freezingProxy(target: number): Promise<FreezingProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let frozen = false;
  let dials = 0;
  let changedAt = performance.now();
  const proxy = createServer((near) => {
    dials += 1;
    changedAt = performance.now();
    const pair = [near, dial(target, "127.0.0.1")] as const;
    const [, far] = pair;
    pairs.add(pair);
    const end = () => {
      near.destroy();
      far.destroy();
      if (pairs.delete(pair)) changedAt = performance.now();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => near.write(bytes));
    if (frozen) for (const socket of pair) socket.pause();
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const each = (act: (socket: Socket) => void) => pairs.forEach((pair) => pair.forEach(act));
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    get dials() {
      return dials;
    },
    freeze() {
      frozen = true;
      each((socket) => socket.pause());
    },
    thaw() {
      frozen = false;
      each((socket) => socket.resume());
    },
    cut: () => each((socket) => socket.destroy()),
    open: () => pairs.size,
    settled: () => performance.now() - changedAt > 1_000,
    async close() {
      each((socket) => socket.destroy());
      proxy.close();
      await once(proxy, "close");
    },
  };
}
