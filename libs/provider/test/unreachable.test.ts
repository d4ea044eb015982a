import { once } from "node:events";
import { createServer } from "node:net";
import { mock } from "node:test";
import { expect } from "chai";
import { waitFor } from "@flowlix/testkit";
import { createProvider, createSandboxAdapter, deadlineIn, type Provider } from "../src/index.ts";
import { anInstrument, anOrder, stillHas, wireOrder } from "./builders.ts";
import { portOf, startScriptedServer, type ScriptedServer } from "./scripted-server.ts";

const UNREACHABLE = { kind: "not_executed", cause: "unreachable" };
const LOST = { kind: "unknown", cause: "lost" };

interface Bounds {
  readonly callTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly connections?: number;
}

function providerAt(url: string, options: Bounds = {}): Provider {
  const { callTimeoutMs = 5_000, connectTimeoutMs = 5_000, connections = 4 } = options;
  return createProvider({
    adapter: createSandboxAdapter({
      url,
      apiKey: "key",
      publicUrl: "https://a.example",
      callbackUrl: "https://pay.example/callbacks",
      connectTimeoutMs,
      connections,
    }),
    limits: { tries: 1, pausesMs: [], callTimeoutMs },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server.address());
  server.close();
  await once(server, "close");
  return port;
}

describe("a provider that cannot be reached", () => {
  let provider: Provider;
  afterEach(() => provider.shutdown());
  const resubmitted = () => provider.resubmit(anOrder(), anInstrument, deadlineIn(10_000));

  it("has executed nothing when it refuses the connection", async () => {
    provider = providerAt(`http://127.0.0.1:${await freePort()}`);
    expect(await resubmitted()).to.deep.equal(UNREACHABLE);
  });

  it("has executed nothing when its name does not resolve", async () => {
    provider = providerAt("http://acquirer.invalid");
    expect(await resubmitted()).to.deep.equal(UNREACHABLE);
  });

  it("has executed nothing when TLS cannot be agreed on", async () => {
    const server = await startScriptedServer();
    provider = providerAt(server.url.replace("http:", "https:"));
    expect(await resubmitted()).to.deep.equal(UNREACHABLE);
    await server.stop();
  });

  it("has executed nothing when the connection takes too long", async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    provider = providerAt(`https://127.0.0.1:${portOf(silent.address())}`, { connectTimeoutMs: 100 });
    expect(await resubmitted()).to.deep.equal(UNREACHABLE);
    silent.close();
  });

  it("has executed nothing when the connection is reset before a byte of the request is written", async () => {
    const server = await startScriptedServer();
    server.resetOnConnect(true);
    // Under TLS the request waits for the handshake, so it cannot have been written.
    provider = providerAt(server.url.replace("http:", "https:"));
    expect(await resubmitted()).to.deep.equal(UNREACHABLE);
    await server.stop();
  });
});

describe("a provider that does not answer in time", () => {
  let server: ScriptedServer;
  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.stop());

  const SUCCEEDS = { status: 200, body: wireOrder({ state: "succeeded" }) };
  const resubmit = (provider: Provider, deadline = deadlineIn(10_000)) =>
    provider.resubmit(anOrder(), anInstrument, deadline);
  /** What comes of a call whose time, so long, runs out no sooner than the server has its request. */
  async function outOfTime<T>(ms: number, call: () => Promise<T>): Promise<T> {
    const start = globalThis.setTimeout;
    const timers = mock.method(globalThis, "setTimeout", (run: () => void, after?: number) =>
      start(
        after === ms ? () => void waitFor("the request", () => server.seen.length > 0).then(run) : run,
        after,
      ),
    );
    try {
      return await call();
    } finally {
      timers.mock.restore();
    }
  }

  it("may have executed; the request is aborted and its connection closed", async () => {
    server.script(() => "hang");
    const provider = providerAt(server.url, { callTimeoutMs: 120 });
    expect(await outOfTime(120, () => resubmit(provider))).to.deep.equal(LOST);
    await waitFor(
      "the connection to be closed",
      () => server.seen.length === 1 && server.connections() === 0,
    );
    await provider.shutdown();
  });

  it("is given no longer than the deadline", async () => {
    server.script(() => "hang");
    const provider = providerAt(server.url, { callTimeoutMs: 60_000 });
    expect(await outOfTime(120, () => resubmit(provider, stillHas(120)))).to.deep.equal(LOST);
    await provider.shutdown();
  });

  it("never gets a request whose time ran out while it waited for a connection", async () => {
    const { promise, resolve: answer } = Promise.withResolvers<"reset">();
    server.script(() => promise);
    const provider = providerAt(server.url, { connections: 1, callTimeoutMs: 60_000 });
    const first = resubmit(provider, deadlineIn(60_000));
    await waitFor("the first request", () => server.seen.length === 1);
    const second = await resubmit(provider, stillHas(150));
    expect(second).to.deep.equal(UNREACHABLE);
    answer("reset");
    expect(await first).to.deep.equal(LOST);

    server.script(() => SUCCEEDS);
    expect(await provider.read(anOrder(), deadlineIn(10_000))).to.deep.equal({ kind: "succeeded" });
    expect(server.seen.map(({ method }) => method)).to.deep.equal(["POST", "GET"]);
    await provider.shutdown();
  });

  it("is submitted to while every read, and every closing, hangs: they have connections of their own", async () => {
    server.script(({ method, path }) => (method === "GET" || path.endsWith("/cancel") ? "hang" : SUCCEEDS));
    const provider = providerAt(server.url, { connections: 2 });
    const hanging = [
      provider.read(anOrder(), deadlineIn(2_000)),
      provider.close(anOrder(), deadlineIn(2_000)),
      provider.read(anOrder(), deadlineIn(2_000)),
    ];
    await waitFor("all connections of reads", () => server.seen.length === 2);
    expect(await resubmit(provider, deadlineIn(1_500))).to.deep.equal({ kind: "succeeded" });
    expect(server.seen, "no more reads than connections").to.have.length(3);
    expect(await Promise.all(hanging)).to.deep.equal([LOST, LOST, LOST]);
    await provider.shutdown();
  });
});
