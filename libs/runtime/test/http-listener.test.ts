import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { RequestListener, Server } from "node:http";
import { HTTP_PEERS, waitFor } from "@flowlix/testkit";
import { expect } from "chai";
import { createHttpListener, HTTP_BOUNDS, type HttpListenerOptions } from "@flowlix/runtime";
import { connectionsWithin } from "../src/descriptors.ts";

/** A stop waits no longer than that for requests that are half-sent. */
const BRIEF = { refusedMs: 300, arriveMs: 300 };
/** For what ends without a stop: a request that a test sends may be late for them. */
const QUICK = { ...BRIEF, headersMs: 300, requestMs: 600, checkMs: 50 };
const STOP = { drainMs: 0, servedMs: 20_000 };
const ok: RequestListener = (_request, response) => void response.end("ok");

/** A listener and the sockets of a test, which all end with it. */
async function listening(handler: RequestListener = ok, options: Partial<HttpListenerOptions> = {}) {
  const listener = createHttpListener({ connectionsMax: 100, bounds: BRIEF, ...options });
  const server = listener.serve(handler);
  for (const event of ["clientError", "connect"])
    server.on(event, (_about, socket: Socket) =>
      listener.refuse(socket, "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"),
    );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const stop = async (times = STOP): Promise<void> => {
    await listener.stop(times);
    await closed(server);
  };
  return { listener, server, url: `http://127.0.0.1:${port}`, port, stop };
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => void server.close(() => resolve()));

async function client(port: number): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

async function textOf(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (bytes) => (text += bytes.toString("latin1")));
  await Promise.race([once(socket, "end"), once(socket, "close")]);
  return text;
}

const GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

describe("A listener for HTTP", function () {
  this.timeout(15_000);

  for (const [what, hosts] of [
    ["no Host", ""],
    ["two Hosts", "Host: x\r\nHOST: x\r\n"],
  ] as const) {
    it(`answers a request with ${what} with 400 and does not hand it on`, async () => {
      let handed = 0;
      const { port, stop } = await listening((_request, response) => {
        handed += 1;
        response.end("ok");
      });
      try {
        const socket = await client(port);
        socket.end(`GET / HTTP/1.1\r\n${hosts}\r\n`);
        expect(await textOf(socket)).to.match(/^HTTP\/1\.1 400 /);
        expect(handed).to.equal(0);
      } finally {
        await stop();
      }
    });
  }

  for (const peer of HTTP_PEERS) {
    it(`stops with a peer that ${peer.name}`, async () => {
      const { url, stop } = await listening();
      const socket = await peer.open(url);
      try {
        await stop();
      } finally {
        socket.destroy();
      }
    });

    // Between two requests a connection may stay: clients come back.
    if (peer.name === "was answered and keeps its connection") continue;
    it(`is rid of a peer that ${peer.name}, without a stop`, async () => {
      const { url, listener, stop } = await listening(ok, { bounds: QUICK });
      const socket = await peer.open(url);
      try {
        await waitFor("its connection to be gone", () => listener.open() === 0);
      } finally {
        socket.destroy();
        await stop();
      }
    });
  }

  for (const [what, bytes] of [
    ["was refused a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["was refused for bytes that are no HTTP", "nonsense\r\n\r\n"],
    ["was answered", GET],
    [
      "asked for another protocol",
      "GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    ],
  ] as const) {
    it(`goes on after a peer that ${what} and reset its connection`, async () => {
      const { port, listener, stop } = await listening();
      try {
        const socket = await client(port);
        socket.write(bytes);
        await once(socket, "data");
        socket.resetAndDestroy();
        await waitFor("its connection to be gone", () => listener.open() === 0);
        const next = await client(port);
        next.write(GET);
        expect(String((await once(next, "data"))[0])).to.match(/^HTTP\/1\.1 200 /);
        next.destroy();
      } finally {
        await stop();
      }
    });
  }

  it("stops with a peer that reads no answer", async () => {
    const written = Promise.withResolvers<void>();
    const { port, stop } = await listening((_request, response) => {
      response.end(Buffer.alloc(64 * 1024 * 1024));
      written.resolve();
    });
    const socket = (await client(port)).pause();
    try {
      socket.write(GET);
      await written.promise;
      await stop();
    } finally {
      socket.destroy();
    }
  });

  it("is rid of a peer that reads no answer, without a stop", async () => {
    const { port, listener, stop } = await listening(
      (_request, response) => void response.end(Buffer.alloc(64 * 1024 * 1024)),
      { bounds: { ...QUICK, stuckMs: 300 } },
    );
    const socket = (await client(port)).pause();
    try {
      socket.write(GET);
      await waitFor("it to be connected", () => listener.open() === 1);
      await waitFor("its connection to be gone", () => listener.open() === 0);
    } finally {
      socket.destroy();
      await stop();
    }
  });

  it("answers what is under way when it stops, however long after half-sent requests have ended", async () => {
    const entered = Promise.withResolvers<void>();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { port, url, stop } = await listening((_request, response) => {
      entered.resolve();
      void answered.then(() => response.end("at last"));
    });
    const socket = await client(port);
    const half = await HTTP_PEERS.find(({ name }) => name === "sent half its headers")?.open(url);
    const text = textOf(socket);
    socket.write(GET);
    await entered.promise;
    const stopped = stop();
    await waitFor(
      "the half-sent one to be ended",
      () => half?.destroyed === true || half?.readableEnded === true,
    );
    answer();
    expect(await text).to.include("at last");
    await stopped;
    socket.destroy();
  });

  it("ends what is never answered after its time", async () => {
    const entered = Promise.withResolvers<void>();
    const { port, stop } = await listening(() => entered.resolve());
    const socket = await client(port);
    socket.write(GET);
    await entered.promise;
    await stop({ drainMs: 0, servedMs: 100 });
    socket.destroy();
  });

  it("has its refusal read by a peer that goes on sending", async () => {
    const { port, stop } = await listening();
    const socket = await client(port);
    const text = textOf(socket);
    socket.write(`GET / HTTP/1.1\r\nA: ${"x".repeat(1024 * 1024)}`);
    expect(await text).to.match(/^HTTP\/1\.1 400 /);
    socket.destroy();
    await stop();
  });

  it("says nothing to a peer that asked nothing: it would pass for the answer to what is on its way", async () => {
    const { port, stop } = await listening(ok, { bounds: QUICK });
    const socket = await client(port);
    expect(await textOf(socket)).to.equal("");
    socket.destroy();
    await stop();
  });

  it("closes a connection beyond the most that it may have, and takes another one once there is room", async () => {
    let connectionRefused = 0;
    const { port, listener, stop } = await listening(ok, {
      connectionsMax: 2,
      bounds: {},
      onRefused: () => (connectionRefused += 1),
    });
    const kept = [await client(port), await client(port)];
    await waitFor("both to be there", () => listener.open() === 2);
    const third = await client(port);
    await textOf(third);
    expect([connectionRefused, listener.open()]).to.deep.equal([1, 2]);
    kept.pop()?.destroy();
    await waitFor("room", () => listener.open() === 1);
    const fourth = await client(port);
    fourth.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await textOf(fourth)).to.match(/^HTTP\/1\.1 200 /);
    for (const socket of [...kept, third, fourth]) socket.destroy();
    await stop();
  });

  for (const [headers, status] of [
    [HTTP_BOUNDS.headers, 200],
    [HTTP_BOUNDS.headers + 1, 400],
  ] as const)
    it(`answers a request with ${headers} headers ${status}`, async () => {
      const { port, stop } = await listening();
      const socket = await client(port);
      const more = Array.from({ length: headers - 2 }, (_, index) => `h${index}: 1\r\n`).join("");
      const text = textOf(socket);
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`);
      expect(await text).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      socket.destroy();
      await stop();
    });
});

describe("The connections of a listener", () => {
  const cases: readonly (readonly [wanted: number, descriptors: number, connections: number])[] = [
    [2_048, Infinity, 2_048],
    [2_048, 20_000, 2_048],
    [2_048, 2_048, 1_536],
    [2_048, 1_024, 512],
    [2_048, 256, 128],
  ];
  for (const [wanted, descriptors, connections] of cases)
    it(`are ${connections} where ${wanted} are wanted and a process may have ${descriptors} descriptors`, () => {
      expect(connectionsWithin(wanted, descriptors)).to.equal(connections);
    });
});
