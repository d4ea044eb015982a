import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** What the server does with a request. */
export type Behaviour =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  /** Reads the request, then resets the connection without a byte of an answer. */
  | "reset"
  /** Sends the head and a part of the body, then resets. */
  | "reset_mid_answer"
  /** Reads the request and never answers. */
  | "hang";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

type Script = (request: SeenRequest) => Behaviour | Promise<Behaviour>;

export interface ScriptedServer {
  readonly url: string;
  readonly host: string;
  readonly seen: SeenRequest[];
  /** Connections that are open now. */
  connections(): number;
  script(next: Script): void;
  /** Resets every connection as soon as it is accepted. */
  resetOnConnect(reset: boolean): void;
  stop(): Promise<void>;
}

/** An HTTP server of this machine that behaves as the test says, badly above all. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let next: Script = () => "hang";
  let resets = false;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const whole = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      seen.push(whole);
      const behaviour = next(whole);
      if (behaviour instanceof Promise) void behaviour.then((one) => behave(one, request, response));
      else behave(behaviour, request, response);
    });
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    if (resets) socket.resetAndDestroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${portOf(server.address())}`;

  return {
    url: `http://${host}`,
    host,
    seen,
    connections: () => sockets.size,
    script: (to) => {
      next = to;
    },
    resetOnConnect: (reset) => {
      resets = reset;
    },
    async stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

function behave(behaviour: Behaviour, request: IncomingMessage, response: ServerResponse): void {
  if (behaviour === "hang") return;
  if (behaviour === "reset") {
    request.socket.resetAndDestroy();
    return;
  }
  if (behaviour === "reset_mid_answer") {
    response.writeHead(200, { "content-type": "application/json", "content-length": "400" });
    response.write('{"order_id":"ord_0000', () => request.socket.resetAndDestroy());
    return;
  }
  const { status, body, headers } = behaviour;
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
