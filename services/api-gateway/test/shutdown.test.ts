import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { expect } from "chai";
import { HTTP_PEERS, waitFor } from "@flowlix/testkit";
import { startGateway } from "./support/gateway.ts";
import { createPayment } from "./support/requests.ts";
import { paymentOf, scriptedPayments } from "./support/scripted-payments.ts";

function isRefused(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.on("connect", () => {
      socket.destroy();
      resolve(false);
    });
    socket.on("error", () => resolve(true));
  });
}

describe("stopping the gateway", () => {
  it("answers what is under way, and a silent connection does not hold it up for ever", async function () {
    this.timeout(60_000);
    const entered = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<void>();
    const payments = scriptedPayments({
      create: async (params) => {
        entered.resolve();
        await promise;
        return paymentOf(params);
      },
    });
    const gateway = await startGateway({ payments });
    const { apiKey } = await gateway.merchant();
    const { hostname, port } = new URL(gateway.url);
    const silent = connect({ host: hostname, port: Number(port) });
    await once(silent, "connect");
    const underWay = createPayment(gateway.url, { apiKey });
    await entered.promise;
    const stopped = gateway.stop();
    await waitFor("the listener to refuse connections", () => isRefused(hostname, Number(port)));
    resolve();
    const answer = await underWay;
    expect([answer.status, answer.headers.get("connection")]).to.deep.equal([201, "close"]);
    await stopped;
    silent.destroy();
  });

  it("answers a request that a connection of before sends with the stop, and ends the connection with it", async function () {
    this.timeout(60_000);
    const gateway = await startGateway();
    const client = await connected(gateway.url);
    try {
      await client.ask();
      const sent = client.send();
      const stopped = gateway.stop();
      expect(await sent).to.match(/^HTTP\/1\.1 200 OK[^]*\r\nconnection: close\r\n/i);
      await stopped;
    } finally {
      client.socket.destroy();
    }
  });

  it("goes on for a moment: connections that are in use are told to close, and lose no request", async function () {
    this.timeout(60_000);
    const gateway = await startGateway();
    const [used, other] = [await connected(gateway.url), await connected(gateway.url)];
    try {
      for (const client of [used, other]) await client.ask();
      const stopped = gateway.stop();
      expect(await used.ask()).to.match(/^HTTP\/1\.1 200 OK[^]*\r\nconnection: close\r\n/i);
      // An answer after the stop has begun says that it has.
      expect(await other.ask()).to.match(/^HTTP\/1\.1 200 OK[^]*\r\nconnection: close\r\n/i);
      await stopped;
    } finally {
      for (const { socket } of [used, other]) socket.destroy();
    }
  });

  for (const listener of ["url", "controlUrl"] as const)
    it(`ends with every peer that holds a connection without being served, ${listener === "url" ? "public" : "control"}`, async function () {
      this.timeout(20_000);
      const gateway = await startGateway();
      const sockets: Socket[] = [];
      for (const peer of HTTP_PEERS) sockets.push(await peer.open(gateway[listener]));
      await gateway.stop();
      for (const socket of sockets) socket.destroy();
    });
});

/** A client that sends nothing again by itself. */
interface PlainClient {
  readonly socket: Socket;
  /** Writes a request at once; the answer, or what there is of it when the connection ends. */
  send(): Promise<string>;
  ask(): Promise<string>;
}

async function connected(url: string): Promise<PlainClient> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.on("error", () => {});
  await once(socket, "connect");
  const send = (): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    let text = "";
    const onData = (chunk: Buffer): void => {
      text += chunk.toString("utf8");
      if (text.includes("\r\n\r\n") && text.endsWith("}")) end();
    };
    const end = (): void => {
      socket.off("data", onData).off("close", end);
      resolve(text);
    };
    socket.on("data", onData).once("close", end);
    socket.write("GET /v1/health HTTP/1.1\r\nHost: pay.example\r\n\r\n");
    return promise;
  };
  return { socket, send, ask: send };
}
