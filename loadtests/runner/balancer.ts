import { createServer, connect, type Server, type Socket } from "node:net";
import { once } from "node:events";

/**
 * Stands for a Kubernetes Service: one address, whose connections go to the backends in turn. It reads no
 * request, so a connection stays with its backend until one side ends it. It counts the connections that a
 * backend ended with a request unanswered: k6's client repeats such a request and does not report it.
 */
export interface Balancer {
  readonly url: string;
  add(backendUrl: string): void;
  /** Takes no new connection. Open ones go on. */
  remove(backendUrl: string): void;
  /** Requests that were cut off by their backend since the start. */
  cut(): number;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const backends: URL[] = [];
  const sockets = new Set<Socket>();
  let turn = 0;
  let cut = 0;

  function pass(client: Socket): void {
    const backend = backends[turn++ % Math.max(1, backends.length)];
    if (backend === undefined) {
      client.destroy();
      return;
    }
    const server = connect({ host: backend.hostname, port: Number(backend.port), noDelay: true });
    countCuts(client, server, () => (cut += 1));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.once("close", () => {
        sockets.delete(one);
        other.destroySoon();
      });
      one.on("error", () => one.destroy());
      one.pipe(other);
    }
  }

  const server: Server = createServer({ noDelay: true, allowHalfOpen: true }, pass);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the balancer has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    add: (url) => void backends.push(new URL(url)),
    remove(url) {
      const at = backends.findIndex(({ origin }) => origin === new URL(url).origin);
      if (at >= 0) backends.splice(at, 1);
    },
    cut: () => cut,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

/**
 * A request is under way from the client's bytes until the backend's. The two take turns, since no client
 * pipelines. A request that meets a connection which the backend has just ended is cut too. One whose client
 * left first is not.
 */
function countCuts(client: Socket, server: Socket, onCut: () => void): void {
  let underWay = false;
  let left = false;
  let ended = false;
  const end = (): void => {
    if (underWay && !left && !ended) onCut();
    ended = true;
  };
  client.on("data", () => {
    if (ended && !underWay) onCut();
    underWay = true;
  });
  server.on("data", () => (underWay = false));
  client.once("end", () => (left = true));
  client.once("close", () => (left = true));
  server.once("end", end);
  server.once("close", end);
}
